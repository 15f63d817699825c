"""A headless browser under the control of a test: Chromium, or Firefox if RAICHI_BROWSER=firefox.

Both speak the W3C WebDriver protocol: Chromium through chromedriver (chromium.py), Firefox through its Marionette (firefox.py)."""

import base64
import os
import time

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Enter": "\ue007", "Escape": "\ue00c",
        "Tab": "\ue004", "Space": " "}
SCRIPT_SECONDS = 120
IS_FIREFOX = os.environ.get("RAICHI_BROWSER") == "firefox"


def open_browser():
    if IS_FIREFOX:
        from firefox import Firefox
        return Firefox()
    from chromium import Chromium
    return Chromium()


class Browser:
    """What both browsers do alike. A subclass has, with the parameters and values of the WebDriver protocol: `open`, `execute_async`,
    `find` (an element), `click_element`, `send_keys`, `perform` (actions), `take_screenshot`. And, in ways of its own:
      show(width, height, scheme, scale, forced)   sets the screen's size in CSS pixels, the light or dark scheme, and whether the system
                                                   forces its colours; Firefox knows no scale
      errors()                                     the errors in the browser's console since the last call
      allow_clipboard(), save_downloads_in(folder), close()"""

    def run(self, script, *arguments):
        """Runs the body of a function, which may `await`, and returns its value."""
        wrapped = ("const done = arguments[arguments.length - 1];"
                   f"({self.function(script)})(...[...arguments].slice(0, -1))"
                   ".then(value => done({value}), error => done({error: `${error}\\n${error.stack ?? ''}`}));")
        answer = self.execute_async(wrapped, arguments)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def function(self, body):
        """An expression whose value is a function with this body."""
        return f"async (...args) => {{ {body} }}"

    def wait(self, condition, seconds=300):
        """Waits until a JavaScript expression is true and returns its value."""
        end = time.monotonic() + seconds
        while not (value := self.run(f"return {condition};")):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {condition}; the page says: {self.run('return document.body.innerText')}")
            time.sleep(0.02)
        return value

    def click(self, selector):
        """Clicks an element. If the page replaces it at this moment, clicks the new one."""
        try:
            self.click_element(self.find(selector))
        except RuntimeError as error:
            if "stale" not in str(error):
                raise
            self.click_element(self.find(selector))

    def choose_file(self, selector, path):
        self.send_keys(self.find(selector), str(path))

    def press(self, *names):
        """Presses keys, given by their names in KEYS."""
        actions = [{"type": kind, "value": KEYS[name]} for name in names for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keys", "actions": actions}])

    def drag(self, source, target, pointer="mouse"):
        """Drags from the middle of an element to the middle of another, with the mouse or a finger."""
        def to(selector):
            return {"type": "pointerMove", "origin": {ELEMENT: self.find(selector)}, "x": 0, "y": 0, "duration": 100}
        actions = [to(source), {"type": "pointerDown", "button": 0}, to(target), {"type": "pointerUp", "button": 0}]
        self.perform([{"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions}])

    def choose(self, select, value):
        """Chooses an option of the settings by a click, as a person would, which triggers the page's events."""
        self.click(f"select[name={select}] option[value='{value}']")

    def screenshot(self, file):
        file.write_bytes(base64.b64decode(self.take_screenshot()))
