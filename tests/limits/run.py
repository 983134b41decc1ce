#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Limits hold: programs that explode in different ways, for every engine, under limits of time and memory and under signals.

A run must end within its time limit and GRACE seconds more, stay below its memory limit and SLACK bytes more (all its processes together),
exit with what its JSON says, and give a reason for `unknown`. Decided programs are fine: an engine may be good.

Usage: run.py [--rounds N] [part of a name]   the name is ENGINE/PROGRAM/LIMIT; HEDDLE names the tool.
./test runs every engine with every program once, a part of the limits each; --rounds N --all runs everything N times."""
import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
ENGINES = ["explore", "bmc-order", "bmc-lazy", "bmc-eager", "induction", "invariants", "impact", "lasso", "auto"]
TIME_LIMIT, GRACE = 2, 2
MEMORY_LIMIT, SLACK = 300 << 20, 64 << 20
SIGNAL_GRACE = 1.5
EXIT_CODES = {"true": 0, "false": 1, "unknown": 2}
REASONS = {"time limit", "memory limit", "interrupted", "input too wide", "unsupported", "bound reached", "no proof found", "undefined behaviour",
           "unmodelled call", "weak atomics", "not checked"}

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
"""
TWO = "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, run, 0);\n  run(0);\n  pthread_join(t, 0);\n}\n"
PROGRAMS = {
    "many_states": """static atomic_uint x;
static void *run(void *p) { for (unsigned i = 0; i < 1000000; i++) x = x * 31 + (p != 0) + i; assert(x != 123456789); return p; }
""" + TWO,
    "threads_in_a_loop": """static atomic_int n;
static void *run(void *p) { for (int i = 0; i < 9; i++) n++; return p; }
int main(void) {
  for (;;) { pthread_t t; pthread_create(&t, 0, run, 0); assert(n >= 0); }
}
""",
    "huge_arrays": """static int a[4000000], b[4000000];
static void *run(void *p) { for (int i = 0; i < 4000000; i++) { a[i] = b[(i * 7) % 4000000] + i; if (__VERIFIER_nondet_int()) b[i]++; } return p; }
""" + TWO,
    "deep_recursion": """static atomic_int n;
static int down(int d) { n += d; return d == 0 ? 0 : down(d - 1) + down(d - 1); }
static void *run(void *p) { down(1000); return p; }
""" + TWO,
    "locks_on_the_heap": """struct box { pthread_mutex_t m; int v; struct box *next; };
static struct box *all;
static void *run(void *p) {
  for (int round = 0; round < 1000; round++)
    for (struct box *b = all; b; b = b->next) { pthread_mutex_lock(&b->m); b->v += round; pthread_mutex_unlock(&b->m); }
  return p;
}
int main(void) {
  for (int i = 0; i < 300; i++) {
    struct box *b = malloc(sizeof *b);
    pthread_mutex_init(&b->m, 0);
    b->v = __VERIFIER_nondet_int();
    b->next = all;
    all = b;
  }
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  for (struct box *b = all; b; b = b->next) assert(b->v != 12345);
}
""",
    "big_switch": "static atomic_int at;\nstatic void *run(void *p) {\n  for (;;) switch (at) {\n"
                  + "".join(f"    case {i}: at = {(i * 7 + 3) % 3000}; if (__VERIFIER_nondet_int()) at = {(i * 13 + 1) % 3000}; break;\n" for i in range(3000))
                  + "    default: assert(0);\n  }\n  return p;\n}\n" + TWO,
    "nested_loops": """static atomic_int n;
static void *run(void *p) {
  for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) for (int k = 0; k < 1000; k++) for (int l = 0; l < j; l++) n ^= i * j + k;
  return p;
}
""" + TWO,
    "wide_products": """static atomic_ulong x;
static void *run(void *p) { unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(); if (a > 2 && b > 2) x = a * b * (a + 7) % 1000003; return p; }
""" + TWO.replace("join(t, 0);", "join(t, 0);\n  assert(x * x != 999966000289ul);"),
}


class Memory(threading.Thread):
    """The most memory that a process and its children have together: private pages of each, as often as there is time to look."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.most, self.done = pid, 0, False

    def run(self):
        while not self.done:
            self.most = max(self.most, self.now())
            time.sleep(0.02)

    def now(self):
        total = 0
        for pid in [self.pid, *self.children()]:
            try:
                if pid != self.pid and "clang" in pathlib.Path(f"/proc/{pid}/comm").read_text():
                    continue
                rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
                total += sum(int(line.split()[1]) << 10 for line in rollup.splitlines() if line.startswith("Pss:"))
            except OSError:
                pass
        return total

    def children(self):
        try:
            return map(int, pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split())
        except OSError:
            return []


def children_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def judge(out, code, allowed):
    """Problems of one run that has ended."""
    try:
        result = json.loads(out)
    except ValueError:
        yield f"exit code {code}, printed {out[-200:]!r}"
        return
    if EXIT_CODES[result["verdict"]] != code:
        yield f"exit code {code} for {result['verdict']}"
    if result["verdict"] == "unknown" and result["reason_code"] not in allowed:
        yield f"reason {result['reason']!r}"


def run(engine, source, limit):
    process = subprocess.Popen([HEDDLE, "check", "--engine", engine, "--format", "json", *LIMITS[limit][0], source,
                                *(["--property", "termination"] if engine == "lasso" else [])],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    memory = Memory(process.pid)
    memory.start()
    start = time.monotonic()
    number, most = LIMITS[limit][1], LIMITS[limit][2]
    if number:
        try:
            process.wait(1.5)
        except subprocess.TimeoutExpired:
            pass
        start = time.monotonic()
        process.send_signal(number)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        yield f"had to be killed after {time.monotonic() - start:.0f} s"
    took = time.monotonic() - start
    memory.done = True
    yield from judge(out, process.returncode, REASONS)
    if took > most:
        yield f"took {took:.1f} s, {most:.1f} s are allowed"
    if limit == "memory" and memory.most > MEMORY_LIMIT + SLACK:
        yield f"used {memory.most >> 20} MiB"
    if err:
        yield f"said {err[-300:]!r}"


LIMITS = {  # arguments, a signal after 1.5 s, seconds that the end may take
    "time": (["--time-limit", f"{TIME_LIMIT}s"], None, TIME_LIMIT + GRACE),
    "memory": (["--time-limit", "6s", "--memory-limit", str(MEMORY_LIMIT >> 20) + "M"], None, 6 + GRACE),
    "SIGTERM": (["--time-limit", "30s"], signal.SIGTERM, SIGNAL_GRACE),
    "SIGINT": (["--time-limit", "30s"], signal.SIGINT, SIGNAL_GRACE),
}


def killed_child(directory):
    """An engine killed from outside costs only its own answer."""
    source = directory / "many_states.c"
    process = subprocess.Popen([HEDDLE, "check", "--format", "json", "--time-limit", "6s", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 5
    while len(children_of(process.pid)) < 2 and time.monotonic() < deadline:  # explore and bmc-order
        time.sleep(0.02)
    victims = children_of(process.pid)
    os.kill(int(victims[0]), signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    yield from judge(out, process.returncode, REASONS)
    if len(victims) < 2 or "killed from outside" not in err or "killed from outside" not in out:
        yield f"{len(victims)} engines; printed {out[-300:]!r}, said {err!r}"


def killed_watchdog(directory):
    """No engine outlives the process that watches over it."""
    process = subprocess.Popen([HEDDLE, "check", "--engine", "explore", directory / "many_states.c"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 5
    while not children_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.5)
    children = children_of(process.pid)
    process.kill()
    process.wait()
    time.sleep(0.5)
    alive = [c for c in children if os.path.exists(f"/proc/{c}") and pathlib.Path(f"/proc/{c}/stat").read_text().split()[2] != "Z"]
    if not children or alive:
        yield f"{children} were there, {alive} still are"


def blocked_compiler(directory, limit):
    """The compiler waits for ever, for a header that is a pipe: limits and signals end it as well."""
    pipe = directory / "pipe.h"
    if not pipe.exists():
        os.mkfifo(pipe)
    (directory / "blocked.c").write_text('#include "pipe.h"\nint main(void) { return 0; }\n')
    yield from run("auto", directory / "blocked.c", limit)
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        yield "the compiler still waits"
    except OSError:  # nobody reads
        pass


def cases(everything):
    """For ./test: every engine under every limit and every program, in a diagonal through the whole."""
    for e, engine in enumerate(ENGINES):
        for p, program in enumerate(PROGRAMS):
            for l, limit in enumerate(LIMITS):
                if everything or (e + p) % 4 == l and (e + p // 4) % 3 == 0:
                    yield engine, program, limit


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("wanted", nargs="?", default="")
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="heddle-limits-") as name:
        directory = pathlib.Path(name)
        for program, text in PROGRAMS.items():
            (directory / f"{program}.c").write_text(HEAD + text)
        for _ in range(args.rounds):
            tests = [(f"{e}/{p}/{l}", lambda e=e, p=p, l=l: run(e, directory / f"{p}.c", l)) for e, p, l in cases(args.all)]
            tests += [("killed/child", lambda: killed_child(directory)), ("killed/watchdog", lambda: killed_watchdog(directory)),
                      ("compiling/time", lambda: blocked_compiler(directory, "time")),
                      ("compiling/SIGTERM", lambda: blocked_compiler(directory, "SIGTERM"))]
            for test, of in tests:
                if args.wanted not in test:
                    continue
                problems = list(of())
                passed, failed = passed + (not problems), failed + bool(problems)
                for p in problems:
                    print(f"FAILED {test}: {p}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
