#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program against the verdict: every program of tests/regress that is expected to be `false` is checked, compiled and
led into each violation several times, and must end there every time. Then faults.py: wrong and foreign results, edits.py: edited
ones, long_traces.py: executions of many rounds, recorded.py: recorded runs.

Usage: run.py [--jobs N] [--times N] [part of a name]...     HEDDLE names the tool. HEDDLE_REPLAY_TIMES: runs of each violation.
A program with the comment `// replay: part of a reason` cannot be led there; the tool must say why in these words. `// replay with
-DFLAG: reason` says it of a variant.
"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent)]
import edits
import faults
import long_traces
import recorded
import suite

spec = importlib.util.spec_from_file_location("regress", HERE.parent / "regress" / "run.py")
regress = importlib.util.module_from_spec(spec)
sys.modules["regress"] = regress
spec.loader.exec_module(regress)

HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
HARD_LIMIT = 120


def programs():
    """What is expected to be `false`, under each engine. Traces of explore are many, since `auto` begins with it: one more is
    left out where another engine finds the same violation, unless it answers --reach."""
    for path in sorted((HERE.parent / "regress").rglob("*.c")):
        tests = [t for t in regress.read_tests(path) if any("false" in allowed for allowed in t.expect.values())]
        for test in tests:
            others = [t for t in tests if t.flags == test.flags and t.engine != "explore"]
            if test.engine != "explore" or not others or "--reach" in test.flags:
                yield test


def excuse(test):
    for flags, reason in re.findall(r"^// replay(?: with (\S+))?: (.*)$", (ROOT / test.files[0]).read_text(), re.M):
        if not flags or flags in test.flags:
            return reason.strip()
    return ""


def problems_of(test, times):
    with tempfile.TemporaryDirectory(prefix="heddle-replay-") as name:
        result = pathlib.Path(name) / "result.json"
        check = subprocess.run([*test.command([HEDDLE]), "-o", result], cwd=ROOT, capture_output=True, text=True, timeout=HARD_LIMIT)
        if check.returncode != 1:
            return  # unknown is allowed, and tests/regress looks at it
        replay = subprocess.run([HEDDLE, "replay", "--times", str(times), "--format", "json", result], cwd=name,
                                capture_output=True, text=True, errors="replace", timeout=HARD_LIMIT + 12 * times)
    why = excuse(test)
    if why:
        if replay.returncode != 3 or why not in replay.stderr:
            yield f"expected a refusal with '{why}', got exit code {replay.returncode}: {replay.stderr.strip()[-300:]}"
        return
    if replay.returncode not in (0, 1):
        yield f"exit code {replay.returncode}: {replay.stderr.strip()[-300:]}"
        return
    said = json.loads(replay.stdout)
    if replay.returncode != 0 or said["reproduced"] != times or said["runs"] != times:
        for v in said["violations"]:
            if v["reproduced"] != v["runs"]:
                yield f"reproduced {v['reproduced']} of {v['runs']}: {v['diverged']}"
    if "note" in replay.stderr:
        yield replay.stderr.strip()[:300]


def run_program(test, times):
    try:
        return list(problems_of(test, times))
    except subprocess.TimeoutExpired as e:
        return [f"hung: {e}"]
    except (ValueError, KeyError) as e:
        return [f"JSON without the agreed fields: {e!r}"]


def rerun(test):
    check = shlex.join([*map(str, test.command([HEDDLE])), "-o", "/tmp/result.json"])
    return f"cd {shlex.quote(str(ROOT))} && {check} > /dev/null; {HEDDLE} replay /tmp/result.json"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--times", type=int, default=int(os.environ.get("HEDDLE_REPLAY_TIMES", "3")))
    parser.add_argument("parts", nargs="*")
    options = parser.parse_args()
    wanted = lambda name: not options.parts or any(part in name for part in options.parts)
    tests = [t for t in programs() if wanted(t.name)]
    faulty = [t for t in faults.TESTS + edits.TESTS + long_traces.TESTS + recorded.TESTS if wanted(t.__name__)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test, problems in zip(tests, pool.map(lambda t: run_program(t, options.times), tests)):
            failed += bool(problems)
            for p in problems:
                print(f"FAILED {test.name}: {p}")
            if problems:
                print(f"    rerun: {rerun(test)}", flush=True)
        for test, problems in zip(faulty, pool.map(suite.problems_of, faulty)):
            failed += bool(problems)
            for p in problems:
                print(f"FAILED {test.__name__}: {p}", flush=True)
    print(f"{len(tests) + len(faulty) - failed} passed, {failed} failed")
    return 1 if failed or not tests + faulty else 0


if __name__ == "__main__":
    sys.exit(main())
