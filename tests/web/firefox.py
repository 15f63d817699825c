"""Controls a headless Firefox through its Marionette: JSON messages `LENGTH:[0, ID, COMMAND, PARAMETERS]` over a socket."""

import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from browser import ELEMENT, SCRIPT_SECONDS, Browser

START_SECONDS = 120
PREFERENCES = {"marionette.port": 0, "datareporting.policy.dataSubmissionEnabled": False, "app.update.disabledForTesting": True,
               "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "dom.disable_open_during_load": False,
               "browser.download.folderList": 2,
               "browser.sessionhistory.max_total_viewers": 0,  # pages that were left keep no memory
               "ui.useOverlayScrollbars": 1, "browser.aboutwelcome.enabled": False}


class Firefox(Browser):
    def __init__(self):
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="raichi-firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (self.profile / "user.js").write_text("".join(lines))
        self.process = subprocess.Popen(["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile",
                                         self.profile], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.socket = socket.create_connection(("127.0.0.1", self.wait_for_port()), timeout=SCRIPT_SECONDS + 60)
            self.messages = self.socket.makefile("rb")
            self.number = 0
            self.receive()  # its greeting
            self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"timeouts": {"script": 1000 * SCRIPT_SECONDS}}}})
        except BaseException:
            self.end()
            raise

    def wait_for_port(self):
        file = self.profile / "MarionetteActivePort"
        end = time.monotonic() + START_SECONDS
        while not file.exists() or not file.read_text().strip():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("firefox-esr did not start")
            time.sleep(0.1)
        return int(file.read_text())

    def close(self):
        try:
            self.call("Marionette:Quit", {"flags": ["eForceQuit"]})
            self.process.wait(timeout=30)
        finally:
            self.socket.close()
            self.end()

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.messages.read(1)
            if not byte:
                raise RuntimeError("firefox-esr has ended")
            length += byte
        return json.loads(self.messages.read(int(length[:-1])))

    def call(self, command, parameters=None):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters or {}]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self.receive()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return answer.get("value") if isinstance(answer, dict) else answer

    def in_browser(self, script, *arguments):
        """Runs a script with the rights of the browser itself."""
        self.call("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.call("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})
        finally:
            self.call("Marionette:SetContext", {"value": "content"})

    def open(self, url):
        self.call("WebDriver:Navigate", {"url": url})

    def execute_async(self, script, arguments):
        return self.call("WebDriver:ExecuteAsyncScript", {"script": script, "args": list(arguments)})

    def function(self, body):
        """Made by a script of the page itself if the page lets it, since one of Marionette does not see the page's `let` and `const`."""
        plain = super().function(body)
        return f"""(() => {{
            const script = document.createElement('script');
            script.textContent = 'window.madeByPage = ' + {json.dumps(plain)};
            document.documentElement.append(script);
            script.remove();
            const made = window.madeByPage;
            delete window.madeByPage;
            return made ?? ({plain});
        }})()"""

    def find(self, selector):
        return self.call("WebDriver:FindElement", {"using": "css selector", "value": selector})[ELEMENT]

    def click_element(self, element):
        self.call("WebDriver:ElementClick", {"id": element})

    def send_keys(self, element, text):
        self.call("WebDriver:ElementSendKeys", {"id": element, "text": text})

    def perform(self, actions):
        self.call("WebDriver:PerformActions", {"actions": actions})

    def take_screenshot(self):
        return self.call("WebDriver:TakeScreenshot", {"full": False})

    def show(self, width, height, scheme="light", scale=1, forced=False):
        self.in_browser("""
            const [width, height, dark, forced] = arguments;
            Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", dark ? 0 : 1);
            Services.prefs.setIntPref("browser.display.document_color_use", forced ? 2 : 0);
            const {style} = gBrowser.selectedBrowser;
            for (const [name, value] of [["width", width], ["height", height]]) {
              for (const limit of ["", "min-", "max-"]) style.setProperty(limit + name, value + "px");
            }""", width, height, scheme == "dark", forced)
        self.wait(f"innerWidth === {width} && innerHeight === {height}", seconds=10)

    def errors(self):
        """Errors of scripts only: Firefox does not keep those of console.error and of failed loads in one place."""
        return self.in_browser("""
            const found = Services.console.getMessageArray().filter(message => message instanceof Ci.nsIScriptError
                && !(message.flags & Ci.nsIScriptError.warningFlag) && /^(http|file)/.test(message.sourceName)
                && message.category.includes("javascript")).map(message => message.toString());
            Services.console.reset();
            return found;""")

    def allow_clipboard(self):
        self.in_browser('Services.prefs.setBoolPref("dom.events.testing.asyncClipboard", true);')

    def save_downloads_in(self, folder):
        self.in_browser('Services.prefs.setStringPref("browser.download.dir", arguments[0]);', str(folder))
