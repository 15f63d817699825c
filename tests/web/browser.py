"""Controls a headless Chromium through chromedriver, with the W3C WebDriver protocol (JSON over HTTP)."""

import base64
import json
import subprocess
import time
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Enter": "\ue007", "Escape": "\ue00c",
        "Tab": "\ue004", "Space": " "}
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]


class Browser:
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
                  "timeouts": {"script": 120_000}}
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
            with urllib.request.urlopen(request, timeout=180) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {json.load(error)['value']['message']}") from None

    def open(self, url):
        self.call("/url", {"url": url})

    def run(self, script, *arguments):
        """Runs the body of a function, which may `await`, and returns its value."""
        wrapped = ("const done = arguments[arguments.length - 1];"
                   f"(async (...args) => {{ {script} }})(...[...arguments].slice(0, -1))"
                   ".then(value => done({value}), error => done({error: String(error.stack ?? error)}));")
        answer = self.call("/execute/async", {"script": wrapped, "args": list(arguments)})
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def wait(self, condition, seconds=300):
        """Waits until a JavaScript expression is true and returns its value."""
        end = time.monotonic() + seconds
        while not (value := self.run(f"return {condition};")):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {condition}; the page says: {self.run('return document.body.innerText')}")
            time.sleep(0.02)
        return value

    def find(self, selector):
        return self.call("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call(f"/element/{self.find(selector)}/click", {})

    def press(self, *names):
        """Presses keys, given by their names in KEYS."""
        actions = [{"type": kind, "value": KEYS[name]} for name in names for kind in ("keyDown", "keyUp")]
        self.call("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def drag(self, source, target, pointer="mouse"):
        """Drags from the middle of an element to the middle of another, with the mouse or a finger."""
        def to(selector):
            return {"type": "pointerMove", "origin": {ELEMENT: self.find(selector)}, "x": 0, "y": 0, "duration": 100}
        actions = [to(source), {"type": "pointerDown", "button": 0}, to(target), {"type": "pointerUp", "button": 0}]
        self.call("/actions", {"actions": [{"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions}]})

    def choose(self, select, value):
        """Chooses an option of the settings by a click, as a person would, which triggers the page's events."""
        self.click(f"select[name={select}] option[value='{value}']")

    def devtools(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, width, height, scheme="light", scale=1, forced=False):
        """Sets the screen's size in CSS pixels, the light or dark scheme, and whether the system forces its colours."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                      mobile=min(width, height) < 600)
        features = {"prefers-color-scheme": scheme, "forced-colors": "active" if forced else "none"}
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])

    def screenshot(self, file):
        file.write_bytes(base64.b64decode(self.call("/screenshot")))

    def errors(self):
        """The errors in the browser's console since the last call."""
        log = self.call("/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]
