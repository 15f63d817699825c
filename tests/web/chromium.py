"""Controls a headless Chromium through chromedriver: JSON over HTTP."""

import json
import subprocess
import urllib.request

from browser import ELEMENT, SCRIPT_SECONDS, Browser

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]


class Chromium(Browser):
    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        port = None
        while port is None:
            line = self.driver.stdout.readline()
            if not line:
                raise RuntimeError("chromedriver did not start")
            if "started successfully on port" in line:
                port = int(line.rstrip(". \n").split()[-1])
        self.url = f"http://127.0.0.1:{port}/session"
        always = {"goog:chromeOptions": {"args": FLAGS}, "goog:loggingPrefs": {"browser": "ALL"},
                  "timeouts": {"script": 1000 * SCRIPT_SECONDS}}
        self.url += "/" + self.call("", {"capabilities": {"alwaysMatch": always}})["sessionId"]

    def close(self):
        try:
            self.call("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.communicate(timeout=30)

    def call(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SCRIPT_SECONDS + 60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {json.load(error)['value']['message']}") from None

    def open(self, url):
        self.call("/url", {"url": url})

    def execute_async(self, script, arguments):
        return self.call("/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.call("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click_element(self, element):
        self.call(f"/element/{element}/click", {})

    def send_keys(self, element, text):
        self.call(f"/element/{element}/value", {"text": text})

    def perform(self, actions):
        self.call("/actions", {"actions": actions})

    def take_screenshot(self):
        return self.call("/screenshot")

    def devtools(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, width, height, scheme="light", scale=1, forced=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                      mobile=min(width, height) < 600)
        features = {"prefers-color-scheme": scheme, "forced-colors": "active" if forced else "none"}
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])

    def errors(self):
        log = self.call("/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def allow_clipboard(self):
        self.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite"])

    def save_downloads_in(self, folder):
        self.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
