#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle schedule: the last word, the files, and above all that a schedule that is called safe is one. The case studies of
examples/schedules, programs/ (each says in a line `expect:` what must come out), and random programs with an interpreter of their own
(model.py). Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import model
import shape
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
CASES = ROOT / "examples" / "schedules"
CODES = {"safe": 0, "partially-safe": 1, "unsafe": 1, "unknown": 2}


def heddle(*args, cwd=ROOT, timeout=120):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)


def told(run):
    return f"exit code {run.returncode}, printed {run.stdout[-400:]!r}, said {run.stderr[-400:]!r}"


class Scheduled:
    """One run of heddle schedule: what it said, and its files, which are looked at in any case."""

    def __init__(self, directory, source, *args, flags=()):
        self.directory = directory / "out"
        if self.directory.exists():
            shutil.rmtree(self.directory)
        self.name = f"{pathlib.Path(source).name} {' '.join(map(str, (*args, *flags)))}".strip()
        self.run = heddle("schedule", "--format", "json", "-o", self.directory, *args, source, "--", *flags)
        self.said = json.loads(self.run.stdout)
        self.verdict, self.reason = self.said["verdict"], self.said["reason"]
        self.kinds = [f["kind"] for f in self.said["ivrs"]]
        self.files = [json.loads((self.directory / f["file"]).read_text()) for f in self.said["ivrs"]]
        self.safe = [f for f, kind in zip(self.files, self.kinds) if kind == "safe"]
        self.violations = [f for f, kind in zip(self.files, self.kinds) if kind == "counterexample"]

    def problems(self):
        return (f"{self.name}: {p}" for p in self.all_problems())

    def all_problems(self):
        if self.run.returncode != CODES[self.verdict] or self.run.stdout.count("\n") != 1:
            yield told(self.run)
        if (self.verdict == "unknown") != bool(self.reason):
            yield f"{self.verdict}, reason {self.reason}"
        names = [f"ivr-{k + 1:03}.json" for k in range(len(self.kinds))]
        if [f["file"] for f in self.said["ivrs"]] != names or sorted(p.name for p in self.directory.iterdir() if p.suffix != ".dot") != names:
            yield f"told {self.said['ivrs']}, written {sorted(p.name for p in self.directory.iterdir())}"
        times = [f["seconds"] for f in self.said["ivrs"]] + [self.said["stats"]["seconds"]]
        if times != sorted(times) or min(times) < 0:
            yield f"times {times}"
        if self.verdict == "safe" and (self.violations or not self.safe) or self.verdict == "unsafe" and (self.safe or not self.violations) or \
                self.verdict == "partially-safe" and not (self.safe and self.violations):
            yield f"{self.verdict}: {self.kinds}"
        for name, f, kind in zip(names, self.files, self.kinds):
            if kind == "safe":
                yield from (f"{name}: {p}" for p in shape.problems(f))
            elif f["verdict"] != "false" or f["validated"] != "simulated" or len(f["violations"]) != 1:
                yield f"{name}: no result with one violation"

    def must(self, holds, what):
        return [] if holds else [f"{self.name}: {what}; {self.verdict}, {self.reason}, {self.kinds}"]


def takes_turns_first(run, order):
    return run.must(run.safe and shape.takes_turns(run.safe[0], order), f"turns {shape.turns(run.safe[0]) if run.safe else None}, wanted {order}")


def producers_and_consumers_take_turns(directory):
    for pairs, size, more in ((1, 5, []), (1, 5, ["-DBUG"]), (2, 1000, []), (4, 1000, [])):
        run = Scheduled(directory, CASES / "producer_consumer.c", "--first", flags=[f"-DPAIRS={pairs}", f"-DSIZE={size}", *more])
        yield from run.problems()
        yield from run.must(run.kinds == ["safe"] and run.verdict == "unknown", "wanted one safe schedule")
        yield from takes_turns_first(run, list(range(2 * pairs)))


def the_buffer_that_is_right_is_safe(directory):
    run = Scheduled(directory, CASES / "producer_consumer.c")
    yield from run.problems()
    yield from run.must(run.verdict == "safe", "wanted safe")


def a_deadlock_is_avoided_and_told(directory):
    run = Scheduled(directory, CASES / "double_lock.c")
    yield from run.problems()
    yield from run.must(run.verdict == "partially-safe" and run.kinds[0] == "safe" and run.kinds.count("counterexample") == 1, "wanted partially-safe, a schedule first")
    yield from takes_turns_first(run, [0, 1])
    yield from run.must([v["violations"][0]["kind"] for v in run.violations] == ["deadlock"], "wanted a deadlock")
    fixed = Scheduled(directory, CASES / "double_lock.c", flags=["-DFIXED"])
    yield from fixed.problems()
    yield from fixed.must(fixed.verdict == "safe", "wanted safe")
    yield from takes_turns_first(fixed, [0, 1])


def checks_outside_of_the_lock_are_harmless_in_turns(directory):
    run = Scheduled(directory, CASES / "check_then_lock.c", "--first")
    yield from run.problems()
    yield from run.must(run.kinds == ["safe"], "wanted one safe schedule")
    yield from takes_turns_first(run, [0, 1, 2, 3])


def the_file_system_is_scheduled_with_locks_and_with_wishes(directory):
    for flags in ([], ["-DWISHES"]):
        run = Scheduled(directory, CASES / "file_system.c", "--first", flags=flags)
        yield from run.problems()
        yield from run.must(run.kinds == ["safe"], "wanted one safe schedule")
        yield from takes_turns_first(run, [0, 1, 2])


def every_thread_of_the_file_system_does_something(directory):
    run = Scheduled(directory, CASES / "file_system.c", "--first", "--time-limit", "10s", flags=["-DWISHES", "-DUSEFUL"])
    yield from run.problems()
    yield from run.must(run.kinds == ["safe"], "wanted one safe schedule")
    yield from takes_turns_first(run, [2, 1, 0])


def wishes_are_fulfilled(directory):
    """Nobody waits for ever in front of an atomic section: its condition is for the schedule to make true."""
    for source, flags, wanted in ((CASES / "file_system.c", ["-DWISHES", "-DUSEFUL"], "safe"), (CASES / "file_system.c", ["-DWISHES"], "safe"),
                                  (HERE / "programs" / "wish_that_others_undo.c", [], "safe")):
        wishes = {number for number, line in enumerate(source.read_text().split("\n"), 1) if "__VERIFIER_atomic_begin();" in line}
        run = Scheduled(directory, source, "--time-limit", "60s", flags=flags)
        yield from run.problems()
        yield from run.must(run.verdict == wanted, f"wanted {wanted}")
        for k, ivr in enumerate(run.safe, 1):
            yield from (f"{run.name}: schedule {k}: {p}" for p in shape.unfair(ivr, wishes))


def locks_are_left_out(directory):
    """The file system keeps its locks in the source, and the schedule does without them. What fails is replayed without them, too."""
    run = Scheduled(directory, CASES / "file_system.c", "--no-locks", "--first", "--time-limit", "10s")
    yield from run.problems()
    yield from run.must(run.kinds[-1:] == ["safe"], "wanted a safe schedule")
    text = json.dumps(run.safe)
    yield from run.must("may wait" not in text, "somebody waits, although there are no locks")
    run = Scheduled(directory, HERE / "programs" / "locks_left_out.c", "--no-locks", "--time-limit", "10s")
    yield from run.problems()
    yield from run.must(run.violations, "wanted a violation")
    for f, kind in zip(run.said["ivrs"], run.kinds):
        if kind == "counterexample":
            replay = heddle("replay", run.directory / f["file"])
            if replay.returncode != 0 or "reproduced 1 of 1" not in replay.stdout:
                yield f"{run.name}: {told(replay)}"
            break
    with_locks = Scheduled(directory, HERE / "programs" / "locks_left_out.c", "--time-limit", "10s")
    yield from with_locks.must(with_locks.verdict == "safe", "with its lock the program is safe")
    (directory / "sleeps.c").write_text("""#include <pthread.h>
pthread_mutex_t m; pthread_cond_t c;
int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); }
""")
    refused = heddle("schedule", "--no-locks", "-o", directory / "out", directory / "sleeps.c")
    if refused.returncode != 3 or "pthread_cond_wait" not in refused.stderr:
        yield told(refused)


def the_ring_goes_round(directory):
    for n in (2, 3):
        run = Scheduled(directory, CASES / "barrier_ring.c", "--first", flags=[f"-DN={n}"])
        yield from run.problems()
        yield from run.must(run.kinds == ["safe"], "wanted one safe schedule")
        if n == 2:
            yield from takes_turns_first(run, [0, 1])
        yield from run.must(run.safe and set(shape.turns(run.safe[0])) == set(range(n)), "somebody is left out")


def the_last_word_comes(directory):
    """Also where schedules fail: then all of them were tried, and those that go round for ever without some thread were given up."""
    for name, args, flags, wanted in (("file_system.c", [], [], "safe"), ("barrier_ring.c", [], [], "safe"), ("file_system.c", [], ["-DWISHES"], "safe"),
                                      ("producer_consumer.c", [], ["-DSIZE=2"], "safe")):
        run = Scheduled(directory, CASES / name, "--time-limit", "90s", *args, flags=flags)
        yield from run.problems()
        yield from run.must(run.verdict == wanted, f"wanted {wanted}")


def programs_get_what_they_deserve(directory):
    """`expect: VERDICT[|VERDICT] [no safe] [some safe] [no counterexample] [some counterexample]`, and perhaps `args: ARGUMENTS`"""
    for program in sorted((HERE / "programs").glob("*.c")):
        expected = re.search(r"// expect: (\S+)(.*)", program.read_text())
        args = re.search(r"// args: (.*)", program.read_text())
        run = Scheduled(directory, program, "--max", 40, "--time-limit", "8s", *(args[1].split() if args else []))
        yield from run.problems()
        words = expected[1].split("|")
        if run.verdict not in words:
            yield from run.must(False, f"wanted {expected[1]}")
        for kind, files in (("safe", run.safe), ("counterexample", run.violations)):
            yield from run.must(not files or f"no {kind}" not in expected[2], f"wanted no {kind}")
            yield from run.must(files or f"some {kind}" not in expected[2], f"wanted some {kind}")


def random_programs_are_safe_under_their_schedules(directory):
    for seed in (0, 1, 3, 5, 13, 14, 16, 20, 33, 40, 44, 52):
        program = model.random_program(seed)
        truth = program.all_schedules()
        (directory / f"random{seed}.c").write_text(program.text)
        run = Scheduled(directory, directory / f"random{seed}.c", "--max", 8, "--time-limit", "2s")
        yield from run.problems()
        yield from run.must(run.verdict == "unknown" or (run.verdict == "safe") == (truth == "safe"), f"the program is {truth}")
        yield from run.must(truth != "safe" or not run.violations, f"the program is {truth}")
        for k, f in enumerate(run.safe):
            yield from (f"{run.name}: schedule {k}: {p}" for p in model.objections(program, f))


def the_judges_of_this_suite_can_say_no(directory):
    """Schedules that were edited."""
    run = Scheduled(directory, CASES / "double_lock.c", "--first")
    whole = json.dumps(run.files[0])

    def edited(change):
        f = json.loads(whole)
        change(f["nodes"])
        return list(shape.problems(f))

    last = len(run.files[0]["nodes"]) - 1
    for name, change in (("no way on", lambda n: n[1].update(edges=[])),
                         ("somewhere else", lambda n: n[last].update(goes_on_at=2)),
                         ("at itself", lambda n: n[last].update(goes_on_at=last)),
                         ("ends", lambda n: (n[last].pop("goes_on_at"), n[last].update(ends=True))),
                         ("another thread", lambda n: n[1]["edges"][0].update(thread=1))):
        if not edited(change):
            yield f"nobody minds: {name}"
    program = next(p for p in map(model.random_program, range(1000)) if p.all_schedules() == "failure" and len(p.code) == 2)
    first, second = program.code[0][0][2], program.code[0][1][2]
    wrong = {"fair": "always", "threads": ["main", "t1"], "nodes": [
        {"threads": [{"line": first, "state": "runs"}], "edges": [{"thread": 0, "to": 1, "guard": None}]},
        {"threads": [{"line": second, "state": "runs"}, {"line": program.code[1][0][2], "state": "runs"}], "edges": [{"thread": 0, "to": 1, "guard": None}]}]}
    if not model.objections(program, wrong):
        yield "nobody minds that one thread goes alone"


def counterexamples_are_replayed(directory):
    for name, flags in (("double_lock.c", []), ("producer_consumer.c", ["-DBUG"])):
        run = Scheduled(directory, CASES / name, "--max", 8, flags=flags)
        yield from run.problems()
        yield from run.must(run.violations, "wanted a violation")
        for f, kind in zip(run.said["ivrs"], run.kinds):
            if kind == "counterexample":
                replay = heddle("replay", run.directory / f["file"])
                if replay.returncode != 0 or "reproduced 1 of 1" not in replay.stdout:
                    yield f"{run.name}: {told(replay)}"
                break


def first_and_max_stop(directory):
    for args, wanted in ((["--first"], lambda k: k == ["safe"]), (["--max", "1"], lambda k: len(k) == 1), (["--max", "3"], lambda k: len(k) == 3)):
        run = Scheduled(directory, CASES / "double_lock.c", *args)
        yield from run.problems()
        yield from run.must(wanted(run.kinds) and run.verdict == "unknown" and "as asked" in run.reason, "it did not stop")
    # More than there are: to the end.
    run = Scheduled(directory, CASES / "double_lock.c", "--max", "1000")
    yield from run.problems()
    yield from run.must(run.verdict == "partially-safe", "it did not go to the end")


def pictures_are_graphs(directory):
    run = Scheduled(directory, CASES / "double_lock.c", "--dot", "--max", "3")
    yield from run.problems()
    for k, (f, kind) in enumerate(zip(run.files, run.kinds), 1):
        picture = run.directory / f"ivr-{k:03}.dot"
        if picture.exists() != (kind == "safe"):
            yield f"ivr-{k:03}.json is {kind}: is there a picture? {picture.exists()}"
        if kind != "safe":
            continue
        lines = picture.read_text().rstrip("\n").split("\n")
        text = r'"(?:[^"\\]|\\.)*"'
        node = re.compile(rf"  n\d+ \[label={text}(, peripheries=2)?\];")
        edge = re.compile(rf"  n\d+ -> n\d+ \[(color=\w+, fontcolor=\w+, label={text}|style=dashed, constraint=false)\];")
        rest = [l for l in lines[3:-1] if not node.fullmatch(l) and not edge.fullmatch(l)]
        if lines[0] != "digraph schedule {" or lines[-1] != "}" or rest:
            yield f"{picture.name}: {rest[:3]}"
        arrows = sum(bool(edge.fullmatch(l)) for l in lines)
        if arrows != sum(len(n["edges"]) + ("goes_on_at" in n) for n in f["nodes"]):
            yield f"{picture.name}: {arrows} arrows"
        if shutil.which("dot"):
            drawn = subprocess.run(["dot", "-Tsvg", str(picture)], capture_output=True, timeout=60)
            if drawn.returncode != 0 or b"<svg" not in drawn.stdout:
                yield f"{picture.name}: {drawn.stderr[-300:]}"


def text_tells_the_turns_and_the_word(directory):
    run = heddle("schedule", "-o", directory / "out", CASES / "double_lock.c")
    last = run.stdout.rstrip().split("\n")[-1]
    if run.returncode != 1 or last != "verdict: partially-safe" or run.stderr:
        yield told(run)
    for part in ("ivr-001.json: safe, ", "thread 0 (main): lines ", "thread 1 (other): lines ", "and so on from", ": counterexample, ", "deadlock: ", "heddle replay "):
        if part not in run.stdout:
            yield f"{part!r} is missing: {told(run)}"
    begins = heddle("schedule", "--first", "--dot", "-o", directory / "out", HERE / "programs" / "main_ends_the_others.c")
    if "thread 0 (main): its beginning\n" not in begins.stdout or "line 0" in (directory / "out" / "ivr-001.dot").read_text():
        yield told(begins)
    quiet = heddle("schedule", "-q", "-o", directory / "out", CASES / "double_lock.c")
    if "and so on" in quiet.stdout or "verdict: partially-safe" not in quiet.stdout:
        yield told(quiet)


def bad_usage_is_told(directory):
    source = str(CASES / "double_lock.c")
    (directory / "file").write_text("")
    for args, part in (([source], "-o"), (["-o", directory / "file", source], "file"), (["-o", directory / "file" / "below", source], "below"), (["-o", directory / "o"], "C file"),
                       (["-o", directory / "o", "--no-such-flag", source], "--no-such-flag"), (["-o", directory / "o", "--max", "0", source], "--max"),
                       (["-o", directory / "o", "--max", "x", source], "--max"), (["-o", directory / "o", directory / "missing.c"], "missing.c")):
        run = heddle("schedule", *args)
        if run.returncode != 3 or run.stdout or part not in run.stderr:
            yield f"{args}: {told(run)}"
    if (directory / "file").read_text():
        yield "a file was overwritten"


def a_time_limit_keeps_what_was_found(directory):
    start = time.monotonic()
    run = Scheduled(directory, CASES / "producer_consumer.c", "--time-limit", "6s", flags=["-DPAIRS=4", "-DBUG"])
    if time.monotonic() - start > 11:
        yield f"a limit of 6 s took {time.monotonic() - start:.1f} s"
    yield from run.problems()
    yield from run.must(run.verdict == "unknown" and "time limit" in run.reason, "wanted the time limit")
    yield from run.must(run.kinds, "nothing was kept")


def an_interrupt_keeps_what_was_found(directory):
    """And at any time, the files that are there are whole."""
    out = directory / "out"
    process = subprocess.Popen([HEDDLE, "schedule", "--format", "json", "-o", str(out), str(CASES / "producer_consumer.c"), "--", "-DPAIRS=2", "-DBUG"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    end, looks = time.monotonic() + 60, 0
    while time.monotonic() < end and process.poll() is None and looks < 200:
        for f in out.glob("ivr-*.json") if out.exists() else []:
            json.loads(f.read_text())
            looks += 1
        if looks > 20:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    printed, err = process.communicate(timeout=30)
    said = json.loads(printed)
    if process.returncode != 2 or err or said["verdict"] != "unknown" or "interrupted" not in said["reason"]:
        yield f"exit code {process.returncode}, printed {printed[-300:]!r}, said {err!r}"
    if not said["ivrs"] or sorted(p.name for p in out.iterdir()) != [f["file"] for f in said["ivrs"]]:
        yield f"told {said['ivrs']}, written {sorted(p.name for p in out.iterdir())}"


TESTS = [producers_and_consumers_take_turns, the_buffer_that_is_right_is_safe, a_deadlock_is_avoided_and_told, checks_outside_of_the_lock_are_harmless_in_turns,
         the_file_system_is_scheduled_with_locks_and_with_wishes, every_thread_of_the_file_system_does_something,
         wishes_are_fulfilled, locks_are_left_out, the_ring_goes_round, the_last_word_comes, programs_get_what_they_deserve, random_programs_are_safe_under_their_schedules,
         the_judges_of_this_suite_can_say_no, counterexamples_are_replayed, first_and_max_stop, pictures_are_graphs, text_tells_the_turns_and_the_word, bad_usage_is_told,
         a_time_limit_keeps_what_was_found, an_interrupt_keeps_what_was_found]


if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
