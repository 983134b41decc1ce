#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle replay with other results than the regression corpus gives (tests/regress leads the real program into those): wrong and foreign
ones (faults.py), edited ones (edits.py), executions of many rounds (long_traces.py), recorded runs (recorded.py).

Usage: run.py [part of a name]     HEDDLE names the tool."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import edits
import faults
import long_traces
import recorded
import suite

TESTS = faults.TESTS + edits.TESTS + long_traces.TESTS + recorded.TESTS

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
