#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Limits hold: programs that explode in different ways, for every engine and every command that may explode, under limits of time and memory
and under signals.

A run must end within its time limit and GRACE seconds more, stay below its memory limit (all its processes together),
exit with what its JSON says, and give a reason for `unknown`. Decided programs are fine: an engine may be good.

Usage: run.py [--full] [--rounds N] [part of a name]   the name is WHO/PROGRAM/LIMIT; HEDDLE names the tool.
./test runs a part: everybody, every program and every limit, but not all of their combinations. --full runs all combinations, and prints
a table of them for docs/measurements/limits-of-a-run.md; `--full --limits time,memory` only those under these limits."""
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
CHECKS = {engine: ["--engine", engine] for engine in ("explore", "bmc-order", "bmc-lazy", "bmc-eager", "induction", "invariants", "impact", "walk", "auto")}
CHECKS["lasso"] = ["--engine", "lasso", "--property", "termination"]
CHECKS["ranking"] = ["--property", "termination"]  # a part of auto, beside lasso and explore
WHO = [*CHECKS, "schedule", "sequentialize", "certify"]
TIME_LIMIT, LONGER, GRACE = 2, 6, 2
MEMORY_LIMIT = 300 << 20
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
    "points_to": "struct node { struct node *a, *b; int v; };\nstatic struct node nodes[400];\nstatic struct node *_Atomic tables[400];\n"
                 + "".join(f"static struct node *f{i}(struct node *p, struct node *q) {{ p->a = q->b; q->b = tables[{i}]; tables[{(i * 7) % 400}] = p->a; "
                           + (f"return p->v ? f{i - 1}(q, p->b) : f{i // 2}(p->a, q); }}\n" if i else "return p; }\n") for i in range(400))
                 + "static void *run(void *p) { for (;;) f399(&nodes[__VERIFIER_nondet_ulong() % 400], &nodes[__VERIFIER_nondet_ulong() % 400]); return p; }\n" + TWO,
    "many_threads": """static atomic_int n, own[40];
static void *run(void *p) { atomic_int *mine = p; for (int i = 0; i < 9; i++) { (*mine)++; n ^= *mine; } assert(n < 100); return p; }
int main(void) {
  pthread_t t[40];
  for (int i = 0; i < 40; i++) pthread_create(&t[i], 0, run, &own[i]);
  for (int i = 0; i < 40; i++) pthread_join(t[i], 0);
}
""",
    "growing_heap": """struct cell { struct cell *next; long v[30]; };
static struct cell *_Atomic all;
static void *run(void *p) {
  for (;;) {
    struct cell *c = malloc(sizeof *c);
    c->next = all;
    c->v[__VERIFIER_nondet_ulong() % 30] = c->next ? c->next->v[3] + 1 : 0;
    all = c;
    assert(c->v[3] < 100000);
  }
  return p;
}
""" + TWO,
    "wide_products": """static atomic_ulong x;
static void *run(void *p) { unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(); if (a > 2 && b > 2) x = a * b * (a + 7) % 1000003; return p; }
""" + TWO.replace("join(t, 0);", "join(t, 0);\n  assert(x * x != 999966000289ul);"),
}
# What certify is asked about: the engine needs no states, the judge visits all of them.
CLAIM = """static atomic_int own[7];
static void *run(void *p) { atomic_int *x = p; for (int i = 0; i < 9; i++) (*x)++; return 0; }
int main(void) {
  pthread_t t[7];
  for (int i = 0; i < 7; i++) pthread_create(&t[i], 0, run, &own[i]);
  for (int i = 0; i < 7; i++) pthread_join(t[i], 0);
}
"""


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
    """Problems of one run of check that has ended."""
    try:
        result = json.loads(out)
    except ValueError:
        yield f"exit code {code}, printed {out[-200:]!r}"
        return
    if EXIT_CODES[result["verdict"]] != code:
        yield f"exit code {code} for {result['verdict']}"
    if result["verdict"] == "unknown" and result["reason_code"] not in allowed:
        yield f"reason {result['reason']!r}"


def judge_command(who, out, err, code):
    """The same of the other commands: a word in JSON, or a program, or why there is none."""
    if who == "sequentialize":
        if code not in (0, 2, 3) or code == 0 and "main" not in out or code != 0 and not err:
            yield f"exit code {code}, printed {out[-100:]!r}, said {err[-200:]!r}"
        return
    try:
        result = json.loads(out)
    except ValueError:
        yield f"exit code {code}, printed {out[-200:]!r}"
        return
    if code not in (0, 1, 2):
        yield f"exit code {code}"
    if who == "certify" and result["ruling"] != "cannot be checked":
        yield f"ruling {result['ruling']!r}"
    if who == "schedule" and code == 2 and not result.get("reason"):
        yield "no reason"


def command_of(who, source, limit):
    arguments = LIMITS[limit][0]
    if who in CHECKS:
        return ["check", *CHECKS[who], "--format", "json", *arguments, source]
    if who == "sequentialize":
        return ["sequentialize", *arguments, source]
    if who == "certify":
        return ["certify", "--certify-states", "1000000000", "--format", "json", *arguments, source]
    return ["schedule", "-o", source.parent / "schedules", "--format", "json", *arguments, source]


def run(who, source, limit):
    process = subprocess.Popen([HEDDLE, *command_of(who, source, limit)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
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
    note_figures(who, limit, took, memory.most)
    yield from judge(out, process.returncode, REASONS) if who in CHECKS else judge_command(who, out, err, process.returncode)
    if took > most:
        yield f"took {took:.1f} s, {most:.1f} s are allowed"
    if limit == "memory" and memory.most > MEMORY_LIMIT:
        yield f"used {memory.most >> 20} MiB"
    if err and who != "sequentialize":
        yield f"said {err[-300:]!r}"


FIGURES = {}  # (who, limit) -> seconds that each run took, and the most memory


def note_figures(who, limit, took, memory):
    FIGURES.setdefault((who, limit), []).append((took, memory))


LIMITS = {  # arguments, a signal after 1.5 s, seconds that the end may take
    "time": (["--time-limit", f"{TIME_LIMIT}s"], None, TIME_LIMIT + GRACE),
    "memory": (["--time-limit", f"{LONGER}s", "--memory-limit", str(MEMORY_LIMIT >> 20) + "M"], None, LONGER + GRACE),
    "SIGTERM": (["--time-limit", "30s"], signal.SIGTERM, SIGNAL_GRACE),
    "SIGINT": (["--time-limit", "30s"], signal.SIGINT, SIGNAL_GRACE),
}


def engines_of(pid, at_least, seconds=60):
    """The children that are engines: not the compiler, which comes first and takes its time where a machine is busy."""
    deadline, before = time.monotonic() + seconds, set()
    while time.monotonic() < deadline:
        now = set()
        for child in children_of(pid):
            try:
                if pathlib.Path(f"/proc/{child}/comm").read_text().startswith("heddle"):
                    now.add(child)
            except OSError:
                pass
        if len(now & before) >= at_least:  # twice: a process that is about to become the compiler still has this name
            return sorted(now & before)
        before = now
        time.sleep(0.1)
    return []


def killed_child(directory):
    """An engine killed from outside costs only its own answer."""
    source = directory / "many_states.c"
    process = subprocess.Popen([HEDDLE, "check", "--format", "json", "--time-limit", "100s", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    victims = engines_of(process.pid, 2)  # explore and bmc-order
    if victims:
        os.kill(int(victims[0]), signal.SIGKILL)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    yield from judge(out, process.returncode, REASONS)
    if len(victims) < 2 or "killed from outside" not in err or "killed from outside" not in out:
        yield f"{len(victims)} engines; printed {out[-300:]!r}, said {err!r}"


def crashed_child(directory):
    """An engine that crashes is a defect: the message and the reason say so, and how to see it again."""
    source = directory / "many_states.c"
    process = subprocess.Popen([HEDDLE, "check", "--format", "json", "--time-limit", "100s", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    victims = engines_of(process.pid, 2)
    if victims:
        os.kill(int(victims[0]), signal.SIGSEGV)
    deadline = time.monotonic() + 30
    while victims and is_alive(victims[0]) and time.monotonic() < deadline:  # it may leave a core first
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    yield from judge(out, process.returncode, REASONS)
    for part in ("failed with an internal error: it crashed (signal 11", "this is a defect of Heddle (version ", "please report it",
                 "to see it again: heddle check --engine ", "many_states.c"):
        if part not in err or part not in out:
            yield f"{part!r} is missing: {len(victims)} engines; printed {out[-600:]!r}, said {err!r}"


def killed_watchdog(directory):
    """No engine outlives the process that watches over it."""
    process = subprocess.Popen([HEDDLE, "check", "--engine", "explore", directory / "many_states.c"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    children = engines_of(process.pid, 1)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 10
    while (alive := [c for c in children if is_alive(c)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    if not children or alive:
        yield f"{children} were there, {alive} still are"


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def blocked_compiler(directory, who, limit):
    """The compiler waits for ever, for a header that is a pipe: limits and signals end it as well."""
    pipe = directory / "pipe.h"
    if not pipe.exists():
        os.mkfifo(pipe)
    (directory / "blocked.c").write_text('#include "pipe.h"\nint main(void) { return 0; }\n')
    yield from run(who, directory / "blocked.c", limit)
    for _ in range(50):  # a process that was killed may need a moment to be gone
        try:
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
            time.sleep(0.04)
        except OSError:  # nobody reads
            return
    yield "the compiler still waits"


ALWAYS = {("certify", "claim", "time"), ("sequentialize", "big_switch", "time"), ("sequentialize", "big_switch", "memory")}  # these ran on, once


def programs_of(who):
    return ["claim"] if who == "certify" else list(PROGRAMS)


def cases(everything, limits):
    """For ./test: everybody under two limits, in a diagonal through the programs."""
    for w, who in enumerate(WHO):
        for p, program in enumerate(programs_of(who)):
            for l, limit in enumerate(LIMITS):
                chosen = who != "certify" and (p - 4 * w) % len(PROGRAMS) < 2 and (w + p) % len(LIMITS) == l
                if limit in limits and (everything or chosen or (who, program, limit) in ALWAYS):
                    yield who, program, limit


def make_claim(directory):
    """The result of a check that proves something of which certify has to look at many states."""
    (directory / "claim.source.c").write_text(HEAD + CLAIM)
    subprocess.run([HEDDLE, "check", "--engine", "bmc-order", "--quiet", "-o", directory / "claim.c", directory / "claim.source.c"], stdout=subprocess.DEVNULL, check=True)


def table(failed):
    print("\n| who | runs | of these as promised | longest beyond the time limit s | longest after a signal s | most memory under a limit of 300 MiB |\n|---|---|---|---|---|---|")
    for who in WHO:
        runs = {limit: FIGURES.get((who, limit), []) for limit in LIMITS}
        count = sum(map(len, runs.values()))
        late = max((took - LIMITS[limit][2] + GRACE for limit in ("time", "memory") for took, _ in runs[limit]), default=None)
        signal_end = max((took for limit in ("SIGTERM", "SIGINT") for took, _ in runs[limit]), default=None)
        memory = max((m >> 20 for _, m in runs["memory"]), default=None)
        shown = ["-" if x is None else f"{x:.1f}" for x in (None if late is None else max(late, 0), signal_end)]
        print(f"| {who} | {count} | {count - sum(f.startswith(who + '/') for f in failed)} | {shown[0]} | {shown[1]} | {'-' if memory is None else f'{memory} MiB'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="all combinations")
    parser.add_argument("--limits", default=",".join(LIMITS), help="only these, of " + ", ".join(LIMITS))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("wanted", nargs="?", default="")
    args = parser.parse_args()
    passed, failed = 0, []
    with tempfile.TemporaryDirectory(prefix="heddle-limits-") as name:
        directory = pathlib.Path(name)
        for program, text in PROGRAMS.items():
            (directory / f"{program}.c").write_text(HEAD + text)
        make_claim(directory)
        for _ in range(args.rounds):
            tests = [(f"{w}/{p}/{l}", lambda w=w, p=p, l=l: run(w, directory / f"{p}.c", l)) for w, p, l in cases(args.full, args.limits.split(","))]
            tests += [("killed/child", lambda: killed_child(directory)), ("killed/crash", lambda: crashed_child(directory)),
                      ("killed/watchdog", lambda: killed_watchdog(directory)),
                      ("compiling/time", lambda: blocked_compiler(directory, "auto", "time")),
                      ("compiling/SIGTERM", lambda: blocked_compiler(directory, "auto", "SIGTERM")),
                      ("compiling/schedule", lambda: blocked_compiler(directory, "schedule", "time")),
                      ("compiling/sequentialize", lambda: blocked_compiler(directory, "sequentialize", "time"))]
            for test, of in tests:
                if args.wanted not in test:
                    continue
                problems = list(of())
                passed += not problems
                failed += [test] if problems else []
                for p in problems:
                    print(f"FAILED {test}: {p}", flush=True)
    if args.full:
        table(failed)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
