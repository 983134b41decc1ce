# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program against the verdict: a violation that was found is led to on the compiled program several times, and must come
out every time.

A program with the comment `// replay: part of a reason` cannot be led there; the tool must say why in these words. `// replay with
-DFLAG: reason` says it of a variant."""
import json
import re
import subprocess

HARD_LIMIT = 120


def chosen(tests):
    """Of the tests of one file, those whose violations are led to. `auto` begins with explore, so there are many traces of
    explore: one more is left out where another engine is asked for the same violation, unless it answers --reach."""
    for test in tests:
        others = [t for t in tests if t.flags == test.flags and t.engine != "explore"]
        if test.engine != "explore" or not others or "--reach" in test.flags:
            yield test


def excuse(test, root):
    for flags, reason in re.findall(r"^// replay(?: with (\S+))?: (.*)$", (root / test.files[0]).read_text(), re.M):
        if not flags or flags in test.flags:
            return reason.strip()
    return ""


def complaints(test, root, tool, result, times):
    """What is wrong with `times` replays of the file `result`, a result with a violation."""
    try:
        done = subprocess.run([*tool, "replay", "--times", str(times), "--format", "json", result], cwd=result.parent,
                              capture_output=True, text=True, errors="replace", timeout=HARD_LIMIT + 12 * times)
    except subprocess.TimeoutExpired as e:
        yield f"the replay hung: {e}"
        return
    why = excuse(test, root)
    if why:
        if done.returncode != 3 or why not in done.stderr:
            yield (f"expected that the replay is refused with '{why}', got exit code {done.returncode}: "
                   f"{done.stderr.strip()[-300:]}")
        return
    if done.returncode not in (0, 1):
        yield f"the replay ended with exit code {done.returncode}: {done.stderr.strip()[-300:]}"
        return
    said = json.loads(done.stdout)
    if done.returncode != 0 or said["reproduced"] != times or said["runs"] != times:
        for v in said["violations"]:
            if v["reproduced"] != v["runs"]:
                yield f"reproduced {v['reproduced']} of {v['runs']} times: {v['diverged']}"
    if "note" in done.stderr:
        yield f"the replay says: {done.stderr.strip()[:300]}"
