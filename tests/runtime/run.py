#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libheddle_rt: a small program with events written by hand (program.c) follows schedules, right and wrong ones, in 64 and 32 bits.
Whatever happens, it must end by itself within five seconds and say what came out. Then the law at the top of runtime/runtime.c."""
import inspect
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parent)]
import schedules
import suite
from schedules import Act, BLOCK, CHUNK, FAIL, HOLD, RELEASED, RELOCK, RETURNED, STOP, WAKE

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIBRARIES = pathlib.Path(os.environ.get("HEDDLE_BUILD", ROOT / "build")) / "runtime"
LIMIT = 5.0
bits = 64
BINARIES = {}


def build(directory):
    for b in (64, 32):
        BINARIES[b] = pathlib.Path(directory) / f"program{b}"
        subprocess.run(["clang-19", f"-m{b}", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-D_GNU_SOURCE",
                        f"-I{ROOT / 'include'}", str(HERE / "program.c"), str(LIBRARIES / f"libheddle_rt-{b}.a"), "-o", str(BINARIES[b])], check=True)


class Run:
    """One run of the program: status, standard output and error, exit code."""

    def __init__(self, directory, words, data=None, recording=None, kill_after=None):
        status = directory / "status"
        env = {**os.environ, "HEDDLE_STATUS": str(status)}
        if data is not None:
            (directory / "schedule").write_bytes(data)
            env["HEDDLE_SCHEDULE"] = str(directory / "schedule")
        if recording is not None:
            (directory / "recording").write_bytes(recording)
            env["HEDDLE_RECORDING"] = str(directory / "recording")
        begin = time.monotonic()
        process = subprocess.Popen([str(BINARIES[bits]), *words.split()], env=env, cwd=directory, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.alive = False
        try:
            if kill_after:
                try:
                    process.wait(kill_after)
                except subprocess.TimeoutExpired:
                    self.alive = True
                    process.kill()
            process.wait(2 * LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
        self.took = time.monotonic() - begin
        self.out, self.err = process.stdout.read(), process.stderr.read()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        self.code = process.returncode
        data = status.read_bytes()
        self.status = schedules.Status(data) if len(data) else None

    def problems(self, outcome, **fields):
        """fields: attributes of the status, or out, err (parts of the text), code, or t<i> (a dict that the thread's status contains)."""
        s = self.status
        if self.took > LIMIT:
            yield f"{bits} bits: took {self.took:.1f} s"
        wrong = [] if s.outcome == outcome else [f"outcome is not {outcome}"]
        for name, want in {"code": 0, **fields}.items():
            if name in ("out", "err"):
                if want not in getattr(self, name):
                    wrong.append(f"{name} lacks {want!r}: {getattr(self, name)!r}")
            elif name == "code":
                if self.code != want:
                    wrong.append(f"exit code {self.code}, not {want}")
            elif re.fullmatch(r"t\d+", name):
                have = s.thread[int(name[1:])]
                wrong += [f"thread {name[1:]}: {k} is {have[k]}, not {v}" for k, v in want.items() if have[k] != v]
            elif getattr(s, name) != want:
                wrong.append(f"{name} is {getattr(s, name)}, not {want}")
        for w in wrong:
            yield f"{bits} bits: {w} ({s}; {self.err.strip()[-200:]})"


def replay(directory, words, acts, expected, **options):
    return Run(directory, words, schedules.schedule(acts, expected, **options))


def two(*acts):
    return [Act(0, 1, value=1), Act(0, 2, value=2), *acts]


LOST = [(1, 10), (2, 20), (1, 11), (2, 21)]


def lost(*more):
    return two(*(Act(t, e) for t, e in LOST), Act(0, 3), Act(0, 4), Act(0, 5), *more)


def assertion_by_order(d):
    r = replay(d, "lost_update", lost(Act(0, 6, FAIL)), schedules.FAILURE)
    yield from r.problems("reproduced", err="lost_update: Assertion `value == 2' failed.", out="shared 1", threads=3, events=9, orders_done=9)


def assertion_unordered(d):
    yield from replay(d, "lost_update", lost(Act(0, 6, FAIL, ordered=False)), schedules.FAILURE).problems("reproduced", culprit=0)


def error_call(d):
    yield from replay(d, "lost_update error", lost(Act(0, 6, FAIL)), schedules.FAILURE).problems("reproduced", err="reach_error() called")


def good_order_does_not_fail(d):
    serial = two(Act(2, 20), Act(2, 21), Act(1, 10), Act(1, 11), Act(0, 3), Act(0, 4), Act(0, 5))
    yield from replay(d, "lost_update", serial, schedules.END).problems("finished", out="shared 2")
    yield from replay(d, "lost_update", serial, schedules.FAILURE).problems("ended early", exit_code=0)


def goes_on_freely_after_the_schedule(d):
    yield from replay(d, "lost_update", two(Act(2, 20), Act(2, 21)), schedules.END).problems("finished", out="shared 2", exit_code=0)


def same_every_time(d):
    for _ in range(20):
        yield from replay(d, "lost_update", lost(Act(0, 6, FAIL)), schedules.FAILURE).problems("reproduced")


def race_of_two(d):
    r = replay(d, "race", two(Act(1, 10, STOP, ordered=False), Act(2, 20, STOP, ordered=False)), schedules.RACE)
    yield from r.problems("reproduced", t1={"state": "stopped", "size": 4, "address": r.status.thread[2]["address"]}, t2={"state": "stopped"})
    yield from replay(d, "race", two(Act(2, 20, STOP), Act(1, 10, STOP)), schedules.RACE).problems("reproduced")


def no_race_of_different_variables(d):
    acts = two(Act(1, 10, STOP, ordered=False), Act(2, 20, STOP, ordered=False), Act(0, 3, HOLD, ordered=False))
    yield from replay(d, "race apart", acts, schedules.RACE).problems("not racing", t1={"size": 4}, t2={"size": 4})


def copy_in_chunks(d):
    acts = [Act(0, 5)] + two(Act(1, 10, CHUNK, size=8), Act(1, 10, CHUNK, size=8), Act(2, 20), Act(2, 21), Act(1, 10, CHUNK, size=8))
    yield from replay(d, "chunks", acts, schedules.END).problems("finished", out="2 9\n")
    acts = [Act(0, 5)] + two(Act(1, 10, CHUNK, size=4), Act(2, 20), Act(1, 10), Act(2, 21))
    yield from replay(d, "chunks", acts, schedules.END).problems("finished", out="9 3\n")
    acts = [Act(0, 5)] + two(Act(1, 10, CHUNK, size=32))
    yield from replay(d, "chunks", acts, schedules.END).problems("diverged", culprit=1)


def race_within_a_copy(d):
    acts = [Act(0, 5)] + two(Act(1, 10, CHUNK, size=8), Act(1, 10, STOP, size=8), Act(2, 20, STOP))
    yield from replay(d, "chunks", acts, schedules.RACE).problems("reproduced", t1={"size": 8}, t2={"size": 1})
    acts = [Act(0, 5)] + two(Act(1, 10, CHUNK, size=16), Act(1, 10, STOP, size=8), Act(2, 20, STOP))
    yield from replay(d, "chunks", acts, schedules.RACE).problems("not racing")


def deadlock_of_two_mutexes(d):
    acts = two(Act(1, 10), Act(2, 20), Act(1, 11, BLOCK, ordered=False), Act(2, 21, BLOCK, ordered=False), Act(0, 3, BLOCK, ordered=False))
    yield from replay(d, "deadlock", acts, schedules.DEADLOCK).problems(
        "reproduced", t0={"state": "in call", "event": 3}, t1={"state": "in call", "event": 11, "kernel": "S"}, t2={"state": "in call"})


def no_deadlock_where_a_lock_is_free(d):
    acts = two(Act(1, 10), Act(1, 11, BLOCK), Act(0, 3, BLOCK))
    yield from replay(d, "deadlock", acts, schedules.DEADLOCK).problems("diverged", culprit=1, t1={"event": 11, "expected": 11})


def deadlock_of_a_sleeper(d):
    acts = two(Act(1, 10), Act(1, 11), *(Act(2, e) for e in range(20, 24)), Act(0, 3, BLOCK))
    yield from replay(d, "waiting", acts, schedules.DEADLOCK).problems("reproduced", t1={"state": "in call", "event": 11})


def relock_that_blocks(d):
    acts = two(Act(1, 10), Act(1, 11), Act(2, 20), Act(2, 21), Act(2, 22), Act(2, 23, HOLD, ordered=False), Act(1, 11, BLOCK, ordered=False),
               Act(0, 3, BLOCK, ordered=False))
    yield from replay(d, "waiting", acts, schedules.DEADLOCK).problems("reproduced", t1={"state": "in call"}, t2={"state": "stopped"})


def waited(*end, value=0):
    return two(Act(1, 10), Act(1, 11), *end, Act(1, 12), Act(1, 13))


SIGNAL = [Act(2, e) for e in range(20, 24)]


def wait_signalled(d):
    yield from replay(d, "waiting", waited(*SIGNAL, Act(1, 11, RELOCK)), schedules.END).problems("finished", out="wait 0, shared 1")


def wait_woken_spuriously(d):
    acts = waited(Act(1, 11, WAKE), Act(1, 11, RELOCK))
    yield from replay(d, "waiting", acts, schedules.END).problems("finished", out="wait 0, shared 0")


def wait_timed_out(d):
    acts = waited(Act(1, 11, WAKE, 110), Act(2, 20), Act(2, 21), Act(2, 22), Act(2, 23), Act(1, 11, RELOCK, 110))
    yield from replay(d, "waiting timed", acts, schedules.END).problems("finished", out="wait 110, shared 1")


def wait_cut_off_runs_on(d):
    for words in "waiting", "waiting timed":
        yield from replay(d, words, two(Act(1, 10), Act(1, 11), *SIGNAL), schedules.END).problems("finished", out="shared 1")
        yield from replay(d, words, two(Act(1, 10), Act(1, 11), Act(2, 20)), schedules.END).problems("finished", out="shared 1")
        yield from replay(d, words, two(Act(1, 10), Act(1, 11), Act(1, 11, WAKE)), schedules.END).problems("finished")


def barrier_with_chosen_serial_thread(d):
    for one, other in (-1, 0), (0, -1):
        for ordered in True, False:
            acts = [Act(0, 5)] + two(Act(1, 10), Act(2, 20), Act(1, 10, RELEASED, one, ordered=ordered), Act(2, 20, RELEASED, other, ordered=ordered))
            yield from replay(d, "at_barrier", acts, schedules.END).problems("finished", out=f"{one} {other}\n")


def deadlock_at_a_barrier(d):
    acts = [Act(0, 5)] + two(Act(1, 10), Act(2, 20, HOLD), Act(0, 3, BLOCK))
    yield from replay(d, "at_barrier", acts, schedules.DEADLOCK).problems("reproduced", t1={"state": "in call"})


def other_event(d):
    acts = [Act(0, 1, value=1), Act(1, 10), Act(1, 11), Act(0, 2)]
    yield from replay(d, "stray other", acts, schedules.LIVELOCK).problems("diverged", culprit=1, t1={"event": 12, "expected": 11, "done": 1})


def schedule_of_another_program(d):
    # Both threads end early; who is first is up to the machine.
    yield from replay(d, "race", lost(Act(0, 6, FAIL)), schedules.FAILURE).problems("diverged")
    yield from replay(d, "deadlock", [Act(0, 5)] + two(), schedules.FAILURE).problems("diverged", culprit=0, t0={"expected": 5, "event": 1})


STRAY = [Act(0, 1, value=1), Act(1, 10), Act(1, 11), Act(0, 2)]


def stalled_in_sleep_and_read(d):
    for word in "sleep", "read":
        yield from replay(d, f"stray {word}", STRAY, schedules.LIVELOCK).problems(
            "stalled", culprit=1, t1={"state": "running", "event": 10, "expected": 11, "kernel": "S"})


def stalled_without_orders(d):
    acts = [Act(a.thread, a.event, value=a.value, ordered=False) for a in STRAY]
    yield from replay(d, "stray read", acts, schedules.LIVELOCK).problems("stalled")


def stalled_in_a_loop(d):
    yield from replay(d, "stray loop", STRAY, schedules.LIVELOCK).problems("stalled", culprit=1, t1={"kernel": "R"})


def stalled_since_never_created(d):
    acts = [Act(0, 1, value=1), Act(2, 20), Act(0, 2)]
    yield from replay(d, "stray", acts, schedules.LIVELOCK).problems("stalled", culprit=2, t2={"state": "absent"})


def patience_is_heeded(d):
    r = replay(d, "stray sleep", STRAY, schedules.LIVELOCK, patience=200)
    yield from r.problems("stalled")
    if r.took > 0.9:
        yield f"took {r.took} s"


def program_exits_early(d):
    yield from replay(d, "stray exit", STRAY, schedules.LIVELOCK).problems("ended early", exit_code=7, culprit=1)


def program_crashes_early(d):
    yield from replay(d, "stray crash", STRAY, schedules.LIVELOCK).problems("ended early", signal=int(signal.SIGSEGV), culprit=1)


def program_leaves_behind_our_back(d):
    r = replay(d, "stray quick", STRAY, schedules.LIVELOCK)
    yield from r.problems("nothing yet", code=7)


def thread_ends_early(d):
    for word in "return", "pthread_exit":
        yield from replay(d, f"stray {word}", STRAY, schedules.LIVELOCK).problems(
            "diverged", culprit=1, t1={"event": 0, "expected": 11, "done": 1})


def end_is_put_off(d):
    acts = [Act(0, 1, value=1), Act(0, 2), Act(0, 3, HOLD), Act(1, 10), Act(1, 11)]
    acts = [acts[0], acts[3], acts[4], acts[1], acts[2]]
    yield from replay(d, "stray", acts, schedules.LIVELOCK).problems("reproduced", t0={"state": "stopped", "event": 3})
    yield from replay(d, "stray", acts[:3], schedules.LIVELOCK).problems("reproduced")


def bad_files(d):
    good = schedules.schedule(lost(Act(0, 6, FAIL)), schedules.FAILURE)
    cases = [(good[:10], "cut short"), (good[:-1], "cut short"), (b"", "cut short"), (good[:40], "cut short"),
             (schedules.schedule(STRAY, 0, magic=5), "no schedule"), (schedules.schedule(STRAY, 0, version=99), "another version"),
             (schedules.schedule([Act(0, 1, 77)], 0), "unknown kind"), (schedules.schedule(STRAY, 77), "unknown"),
             (schedules.schedule(STRAY, schedules.RACE), "two places"), (good[:24] + b"\3\0\0\0" + good[28:], "out of order"),
             (good[:16] + b"\xff\xff\0\0" + good[20:], "too many"), (good[:36] + b"\xff" + good[37:], "not there")]
    for data, message in cases:
        yield from Run(d, "lost_update", data).problems("refused", code=3, err=message)
    for i in range(0, len(good), 7):  # whatever is wrong with it, it ends
        r = Run(d, "lost_update", good[:i] + bytes([good[i] ^ 0x41]) + good[i + 1:])
        if r.took > LIMIT or r.status.outcome == "nothing yet":
            yield f"byte {i}: {r.took} s, {r.status}"


def failing_accesses(d):
    segv, abort = int(signal.SIGSEGV), int(signal.SIGABRT)
    yield from replay(d, "memory null", [Act(0, 1, FAIL)], schedules.FAILURE).problems("reproduced", signal=segv, t0={"address": 0, "size": 4})
    yield from replay(d, "memory unharmed", [Act(0, 1, FAIL)], schedules.FAILURE).problems("reproduced", signal=0, t0={"size": 4})
    yield from replay(d, "memory after_free", [Act(0, 1), Act(0, 2, FAIL)], schedules.FAILURE).problems("reproduced", signal=0)
    yield from replay(d, "memory twice", [Act(0, 1), Act(0, 2, FAIL)], schedules.FAILURE).problems("reproduced", signal=abort)
    yield from replay(d, "memory overflow", [Act(0, 1)], schedules.CRASH).problems("reproduced", signal=segv)
    yield from replay(d, "memory unharmed", [Act(0, 1)], schedules.CRASH).problems("reproduced", signal=0, out="survived")


def endless_loop(d):
    acts = [Act(0, 1, value=1), Act(1, 10), Act(0, 2, BLOCK)]
    yield from replay(d, "endless", acts, schedules.SPIN, spins=[1]).problems("reproduced", t1={"kernel": "R"})
    yield from replay(d, "endless asleep", acts, schedules.SPIN, spins=[1]).problems("stalled", culprit=1)


def tries_and_inputs(d):
    acts = [Act(0, 1), Act(0, 2), Act(0, 3, value=35), Act(0, 4, value=16), Act(0, 5, value=110), Act(0, 6), Act(0, 7), Act(0, 8, value=-1),
            Act(0, 9, value=0xffffffff), Act(0, 10, value=42)]
    yield from replay(d, "tries", acts, schedules.END).problems("finished", out="0 35 16 110 0 -1 11 -1 110 42 \n")
    acts[7] = Act(0, 8, value=0)  # nobody posted
    yield from replay(d, "tries", acts, schedules.END).problems("diverged", culprit=0, t0={"event": 8})


def assumptions(d):
    yield from replay(d, "assume true", [Act(0, 1), Act(0, 3)], schedules.END).problems("finished", out="after")
    yield from replay(d, "assume true", [Act(0, 1), Act(0, 2), Act(0, 3)], schedules.END).problems("finished", out="after")
    yield from replay(d, "assume false", [Act(0, 1), Act(0, 3)], schedules.END).problems("diverged", t0={"expected": 3, "event": 2})
    r = replay(d, "assume false", [Act(0, 1)], schedules.END)
    yield from r.problems("finished", exit_code=0, out="before")
    yield from replay(d, "assume false", [Act(0, 1)], schedules.CRASH).problems("reproduced", t0={"state": "stopped", "event": 2})
    yield from Run(d, "assume false").problems("finished", out="before")


def sectioned(one, two_):
    """Thread `one` runs its section, then the other."""
    return two(*(Act(t, 10 * t + k, with_previous=k == 2) for t in (one, two_) for k in (0, 2)), Act(0, 3), Act(0, 4))


def functions_that_are_sections(d):
    yield from replay(d, "sections", sectioned(2, 1), schedules.END).problems("finished", out="1 0, 0 notes", exit_code=4, code=4)
    yield from replay(d, "sections", sectioned(1, 2)[:3], schedules.END).problems("finished", out="0 notes", exit_code=4, code=4)
    yield from replay(d, "sections", sectioned(1, 2), schedules.LIVELOCK).problems("reproduced", code=0)
    yield from replay(d, "sections", sectioned(1, 2) + [Act(0, 0, HOLD)], schedules.LIVELOCK).problems("reproduced", t0={"state": "stopped"})
    yield from replay(d, "sections", sectioned(1, 2) + [Act(0, 5)], schedules.END).problems("diverged", t0={"expected": 5, "event": 0})
    blocked = two(Act(1, 0, BLOCK, ordered=False), Act(2, 0, BLOCK, ordered=False), Act(0, 3, BLOCK, ordered=False))
    yield from replay(d, "sections guarded", blocked, schedules.DEADLOCK).problems("reproduced", t1={"state": "stopped"}, t2={"state": "stopped"})


def assertion_without_text(d):
    r = replay(d, "sections fails", sectioned(1, 2) + [Act(0, 6, FAIL)], schedules.FAILURE)
    yield from r.problems("reproduced", err="assertion failed", out="0 1, 0 notes")
    yield from Run(d, "sections fails").problems("assertion", code=-6, err="assertion failed")


def something_to_do_at_the_end_of_a_thread(d):
    acts = sectioned(1, 2)
    acts[4:4] = [Act(1, 99)]
    acts[-2:-2] = [Act(2, 99)]
    yield from replay(d, "sections noted", acts, schedules.END).problems("finished", out="0 1, 2 notes", code=4)
    yield from Run(d, "sections noted").problems("finished", code=4)


def many_threads(d):
    order = [1 + i * 77 % 200 for i in range(200)]
    acts = [Act(0, 1, value=i) for i in range(1, 201)] + [Act(t, 10) for t in order] + [Act(0, 2) for _ in range(200)]
    expected = " ".join(str(order.index(t)) for t in range(1, 201))
    yield from replay(d, "crowd", acts, schedules.END).problems("finished", out=expected, threads=201)
    r = Run(d, "crowd", recording=schedules.empty_recording(1000))
    yield from r.problems("finished", threads=201)
    again, _ = schedules.recorded((d / "recording").read_bytes(), {})
    yield from replay(d, "crowd", again, schedules.END).problems("finished", out=r.out)


def stays_for_the_debugger(d):
    r = Run(d, "lost_update", schedules.schedule(lost(Act(0, 6, FAIL)), schedules.FAILURE, flags=schedules.GDB), kill_after=0.5)
    if not r.alive:
        yield "did not stay"
    yield from r.problems("reproduced", code=-9)


def says_it_when_nobody_reads_the_status(d):
    (d / "schedule").write_bytes(schedules.schedule(STRAY, schedules.LIVELOCK))
    r = subprocess.run([BINARIES[bits], "stray", "other"], env={**os.environ, "HEDDLE_SCHEDULE": str(d / "schedule")}, capture_output=True, text=True, timeout=LIMIT)
    if "left the schedule; thread 1 after 1 acts at event 12, expected event 11" not in r.stderr:
        yield r.stderr


def child_is_not_part_of_it(d):
    yield from replay(d, "forks", [Act(0, 1), Act(0, 2)], schedules.END).problems("finished", out="child 5, seen no")


def free_runs(d):
    yield from Run(d, "mix").problems("finished", exit_code=3, code=3)
    yield from Run(d, "stray crash").problems("crashed", signal=11, code=-11)
    yield from Run(d, "memory twice").problems("crashed", signal=6, code=-6)
    yield from Run(d, "stray exit").problems("finished", exit_code=7, code=7)
    env = {k: v for k, v in os.environ.items() if not k.startswith("HEDDLE_")}
    plain = subprocess.run([BINARIES[bits], "mix"], env=env, capture_output=True, text=True, timeout=LIMIT)
    if plain.returncode != 3 or "serial -1" not in plain.stdout:
        yield f"without anything: {plain}"


def free_failures(d):
    r = Run(d, "tries", schedules.schedule([Act(0, 99)], 0))
    yield from r.problems("diverged")
    for _ in range(50):  # the program may or may not lose an update
        r = Run(d, "lost_update")
        if r.status.outcome == "assertion":
            yield from r.problems("assertion", code=-6, err="Assertion `value == 2' failed")
        else:
            yield from r.problems("finished")


def recording_is_replayed(d):
    for _ in range(6):
        r = Run(d, "mix", recording=schedules.empty_recording(20000))
        yield from r.problems("finished", exit_code=3, code=3, threads=4)
        acts, full = schedules.recorded((d / "recording").read_bytes(), {100: 103})
        if full or len(acts) < 500:
            yield f"{len(acts)} acts, full {full}"
        again = replay(d, "mix", acts, schedules.END)
        yield from again.problems("finished", exit_code=3, code=3, events=len(acts))
        if sorted(r.out.split("\n")) != sorted(again.out.split("\n")):
            yield f"replay differs: {r.out!r} and {again.out!r}"


def recording_cut_anywhere_is_replayed(d):
    r = Run(d, "mix", recording=schedules.empty_recording(20000))
    data = (d / "recording").read_bytes()
    whole, _ = schedules.recorded(data, {100: 103})
    for i in range(0, len(whole), 29):
        acts, _ = schedules.recorded(data, {100: 103})
        yield from replay(d, "mix", acts[:i], schedules.END).problems("finished", exit_code=3, code=3)


def full_recording_runs_on(d):
    r = Run(d, "mix", recording=schedules.empty_recording(100))
    yield from r.problems("finished", exit_code=3, code=3)
    acts, full = schedules.recorded((d / "recording").read_bytes(), {100: 103})
    if len(acts) != 100 or not full:
        yield f"{len(acts)} acts, full {full}"
    yield from Run(d, "mix", recording=schedules.empty_recording(100)[:-1]).problems("refused", code=3, err="cut short")


USR1 = int(signal.SIGUSR1)


def signals_are_heard_where_the_list_has_them(d):
    """Nobody sends the signal but the run-time; or the program does, and is heard once."""
    heard = [Act(1, 0, schedules.SIGNAL, USR1), Act(1, 30), Act(1, 0, RETURNED, USR1)]
    for word in "", "raise", "sleep":
        acts = [Act(0, 1, value=1), Act(1, 10), *heard, Act(1, 11), Act(0, 2)]
        yield from replay(d, f"handlers {word}", acts, schedules.END).problems("finished", out=f"other {USR1}\n", orders_done=7)
    acts = [Act(0, 1, value=1), Act(1, 10), *heard, *[Act(a.thread, a.event, a.kind, a.value) for a in heard], Act(1, 11), Act(0, 2)]
    yield from replay(d, "handlers", acts, schedules.END).problems("finished", out=f"other {2 * USR1}\n")
    acts = [Act(0, 1, value=1), Act(1, 10), Act(1, 11), Act(0, 2)]
    yield from replay(d, "handlers raise", acts, schedules.END).problems("finished", out="other 0\n")
    acts = [Act(0, 1, value=1), Act(1, 10), Act(1, 0, schedules.SIGNAL, int(signal.SIGUSR2)), Act(1, 11)]
    yield from replay(d, "handlers", acts, schedules.END).problems("diverged", culprit=1)


def signals_are_recorded(d):
    for _ in range(10):
        yield from Run(d, "handlers raise", recording=schedules.empty_recording(100)).problems("finished", out=f"other {USR1}\n")
        acts, full = schedules.recorded((d / "recording").read_bytes(), {})
        if full or [(a.thread, a.event, a.kind) for a in acts if a.thread == 1] != [(1, 10, 0), (1, 0, schedules.SIGNAL), (1, 30, 0), (1, 0, RETURNED), (1, 11, 0)]:
            yield f"{[(a.thread, a.event, a.kind) for a in acts]}"
        yield from replay(d, "handlers raise", acts, schedules.END).problems("finished", out=f"other {USR1}\n")


def others_finish_before_the_process_ends(d):
    """Acts of thread 2 come after the end that thread 1 begins: as recorded, so replayed."""
    segv, abort = int(signal.SIGSEGV), int(signal.SIGABRT)
    rest = [Act(2, 20), Act(2, 21)]
    for _ in range(10):
        acts = two(Act(1, 10), Act(1, 11), *rest)
        yield from replay(d, "ends exit", acts, schedules.END).problems("finished", exit_code=7, code=7, orders_done=6)
        yield from replay(d, "ends quick", two(Act(1, 10), *rest), schedules.END).problems("nothing yet", code=7, orders_done=5)
        yield from replay(d, "ends abort", acts, schedules.END).problems("crashed", signal=abort, code=-abort, orders_done=6)
        yield from replay(d, "ends", acts, schedules.END).problems("crashed", signal=segv, code=-segv, orders_done=6)
        caught = two(Act(1, 10), Act(1, 11), Act(1, 0, schedules.SIGNAL, segv), Act(1, 30), Act(1, 31, value=5), *rest)
        yield from replay(d, "ends caught", caught, schedules.END).problems("finished", exit_code=5, code=5, orders_done=9)


def turns_are_cheap(d):
    n = 20000
    acts = two(*(Act(1 + i % 2, 10 + 10 * (i % 2)) for i in range(2 * n)))
    yield from replay(d, f"ping_pong {n}", acts, schedules.END).problems("finished", events=2 * n + 2)


def symbols(library):
    """Undefined symbols by object file."""
    found, name = {}, None
    for line in subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout.split("\n"):
        if line.endswith(".o:"):
            name = line[:-1]
        elif match := re.match(r"\s+[Uw] (\S+)", line):
            found.setdefault(name, set()).add(match[1].split("@")[0])
    return found


FORBIDDEN = re.compile(r"(malloc|calloc|realloc|reallocarray|free|memalign|posix_memalign|aligned_alloc|strn?dup|v?asprintf|v?[fsd]?n?printf|"
                       r"puts|fputs|fwrite|putchar|fopen|fdopen|opendir|backtrace|dlopen|dlsym|_Z.*|__cxa_.*|__gxx_.*|__atomic_.*|_Unwind_.*)$")


def law_of_the_library(d):
    library = LIBRARIES / f"libheddle_rt-{bits}.a"
    found = symbols(library)
    if "runtime.o" not in found:
        yield f"{library} has no runtime.o"
    for name, used in found.items():
        bad = {s for s in used if FORBIDDEN.match(s)} - ({"free", "malloc", "realloc"} if name == "heap.o" else set())
        if bad:
            yield f"{name} uses {sorted(bad)}"
        locks = {s for s in used if re.match(r"pthread_(mutex|rwlock|spin|cond|barrier)_", s)}
        if locks and name not in {"sync.o", "conditions.o", "barriers.o", "sections.o", "watchdog.o"}:
            yield f"{name} is on the fast path and uses {sorted(locks)}"
        if "fflush" in used and name != "ends.o":
            yield f"{name} writes out streams"
    sections = subprocess.run(["objdump", "-h", library], capture_output=True, text=True, check=True).stdout
    constructors = re.findall(r"\.(?:init_array|ctors|fini_array|dtors)\S*", sections)
    if len(constructors) != 1:
        yield f"constructors: {constructors}"


def law_of_the_sources(_):
    for path in sorted((ROOT / "runtime").glob("*.[ch]")) + sorted((ROOT / "include" / "heddle").glob("*.h")):
        text = path.read_text()
        if not text.startswith("/* SPDX-License-Identifier: Apache-2.0 */\n/* "):
            yield f"{path.name}: no licence line, or no head comment"
        if text.count("\n") > 600:
            yield f"{path.name} is too long"
        for name in re.findall(r'#include "([^"]*)"', text):
            if not (ROOT / "runtime" / name).exists() and not name.startswith("heddle/"):
                yield f"{path.name} includes {name}"
    if "The law of this library" not in (ROOT / "runtime" / "runtime.c").read_text()[:300]:
        yield "the law does not stand at the top of runtime.c"
    if (ROOT / "runtime" / "README.md").read_text().rstrip().split("\n")[-1] != "Allowed: include/heddle":
        yield "README.md does not end with its Allowed line"


def in_bits(test, b):
    def run(d):
        global bits
        bits = b
        yield from test(d)
    run.__name__ = f"{test.__name__}_{b}"
    return run


def main():
    tests = [f for f in globals().values() if inspect.isgeneratorfunction(f) and list(inspect.signature(f).parameters) == ["d"]]
    with tempfile.TemporaryDirectory(prefix="heddle-runtime-") as directory:
        build(directory)
        return suite.run([in_bits(t, b) for t in tests for b in (64, 32)] + [law_of_the_sources], jobs=1)


if __name__ == "__main__":
    sys.exit(main())
