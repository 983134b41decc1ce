# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites written in Python share. A test is a function that is given a fresh directory and yields its problems."""
import concurrent.futures
import copy
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

os.environ.setdefault("HEDDLE_CACHE", "off")  # answers of earlier runs test nothing


def problems_of(test):
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as name:
        try:
            return list(test(pathlib.Path(name)))
        except (ValueError, KeyError, OSError, subprocess.TimeoutExpired) as e:
            return [f"{type(e).__name__}: {e}"]


def run(tests, jobs=os.cpu_count()):
    """Runs those whose name contains the first argument, `jobs` at a time; prints what failed and the summary; gives back the
    exit code."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    tests = [t for t in tests if wanted in t.__name__]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for test, problems in zip(tests, pool.map(problems_of, tests)):
            failed += bool(problems)
            for p in problems:
                print(f"FAILED {test.__name__}: {p}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


def once(function):
    """Decorator: what `function` gives for the same arguments is computed once, also if two tests ask at the same time."""
    known, guard = {}, threading.Lock()

    def remembered(*arguments, **named):
        key = arguments, tuple(sorted(named.items()))
        with guard:
            future, first = known.get(key), key not in known
            if first:
                future = known[key] = concurrent.futures.Future()
        if first:
            try:
                future.set_result(function(*arguments, **named))
            except BaseException as e:
                future.set_exception(e)
        return copy.deepcopy(future.result())

    return remembered
