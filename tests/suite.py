# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites written in Python share. A test is a function that is given a fresh directory and yields its problems."""
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("HEDDLE_CACHE", "off")  # answers of earlier runs test nothing


def problems_of(test):
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as name:
        try:
            return list(test(pathlib.Path(name)))
        except (ValueError, KeyError, OSError, subprocess.TimeoutExpired) as e:
            return [f"{type(e).__name__}: {e}"]


def run(tests):
    """Runs those whose name contains the first argument; prints what failed and the summary; gives back the exit code."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    tests = [t for t in tests if wanted in t.__name__]
    failed = 0
    for test in tests:
        problems = problems_of(test)
        failed += bool(problems)
        for p in problems:
            print(f"FAILED {test.__name__}: {p}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0
