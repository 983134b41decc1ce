# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites about certificates share: a proof with its certificate, and the ruling of `heddle certify` on it. The enumerator, which knows all
small programs, is not asked: it may look at one state."""
import json
import os
import pathlib
import subprocess

import suite

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
RULINGS = {0: "certified", 1: "refused", 2: "cannot"}


@suite.once
def proof(engine, program, properties, limit="60s"):
    """The result of the engine about "FILE FLAGS", with its certificate."""
    file, *flags = program.split()
    done = subprocess.run([HEDDLE, "check", "--engine", engine, "--certificate", "--format", "json", "--time-limit", limit, "--property",
                           ",".join(properties), *flags, file], cwd=ROOT, capture_output=True, text=True, timeout=150)
    return json.loads(done.stdout)


def content(result):
    return result["certificates"][0]["content"]


def certify(directory, result):
    """The ruling, and all that was said about it."""
    (directory / "r.json").write_text(json.dumps(result))
    done = subprocess.run([HEDDLE, "certify", "--certify-states", "1", directory / "r.json"], cwd=ROOT, capture_output=True, text=True,
                          timeout=60)
    return RULINGS.get(done.returncode, f"exit code {done.returncode}"), done.stdout + done.stderr


def expect(directory, what, result, ruling, words=""):
    """A problem unless the ruling is one of those that `|` parts, and one of the words was said."""
    said, text = certify(directory, result)
    if said not in ruling.split("|") or not any(w in text for w in words.split("|")):
        yield f"{what}: {said} instead of {ruling} with '{words}': {text}"
