# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven over its DevTools protocol: messages of JSON with a NUL behind each, on two pipes. That needs
nothing but the browser. Evaluates JavaScript in a page, presses keys, and notes what the page asked the network for."""
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

SECONDS = 60


class Browser:
    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise OSError("there is no chromium; ./test installs it")
        self.profile = tempfile.mkdtemp(prefix="heddle-browser-")
        their_in, self.out = os.pipe()
        self.into, their_out = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (their_in, their_out)]  # bash gives them the numbers 3 and 4
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1280,800",
                 "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"]
        command = f'exec "$0" "$@" 3<&{high[0]} 4>&{high[1]}'
        self.process = subprocess.Popen(["bash", "-c", command, program, *flags], pass_fds=high,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (their_in, their_out, *high):
            os.close(fd)
        self.number, self.bytes, self.events = 0, b"", []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(10)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.bytes:
            ready, _, _ = select.select([self.into], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(self.into, 1 << 20) if ready else b""
            if not piece:
                raise OSError("the browser does not answer" if not ready else "the browser has gone")
            self.bytes += piece
        message, _, self.bytes = self.bytes.partition(b"\0")
        return json.loads(message)

    def send(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise ValueError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path, dark=False, fragment=""):
        self.events.clear()
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=path.as_uri() + fragment)
        deadline = time.monotonic() + SECONDS
        while self.js("location.href === 'about:blank' || document.readyState !== 'complete'"):
            if time.monotonic() > deadline:
                raise OSError(f"{path} does not load")
            time.sleep(0.02)

    def js(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise ValueError(f"{expression}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def press(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, **({"text": text} if text and kind == "keyDown" else {}))

    def requests(self):
        """What the page asked for, other than itself."""
        urls = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return [u for u in urls if not u.startswith(("file:", "about:", "data:"))]

    def errors(self):
        out = [str(e["params"]["exceptionDetails"]) for e in self.events if e.get("method") == "Runtime.exceptionThrown"]
        return out + [e["params"]["entry"]["text"] for e in self.events if e.get("method") == "Log.entryAdded" and e["params"]["entry"]["level"] == "error"]

    def screenshot(self, path):
        import base64
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))
