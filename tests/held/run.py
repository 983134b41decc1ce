#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle run --schedule: the real program under schedules that are proven safe. Whether it followed them is for judge.py to say, from what
it did and the file of the schedule alone. Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parents[1] / "schedule"), str(pathlib.Path(__file__).resolve().parent)]
import judge
import model
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
CASES = ROOT / "examples" / "schedules"
LEVELS = (0, 1, 2)
MUCH = 100  # events
TOGETHER = 4  # guarded programs at once


def heddle(*args, cwd=ROOT, stdin="", timeout=120):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, input=stdin, capture_output=True, text=True, timeout=timeout)


def told(run):
    return f"exit code {run.returncode}, printed {run.stdout[-400:]!r}, said {run.stderr[-700:]!r}"


def schedules(directory, source, *args, flags=()):
    """The safe schedules that are found, as paths."""
    out = directory / "safe"
    if out.exists():
        shutil.rmtree(out)
    said = json.loads(heddle("schedule", "--format", "json", "-o", out, *args, source, "--", *flags).stdout)
    return [out / f["file"] for f in said["ivrs"] if f["kind"] == "safe"]


class Held:
    """One run under a schedule. If it is stopped before it has done much, since the machine has other work, it runs again for longer."""

    def __init__(self, directory, schedule, level, *args, arguments=(), stdin="", stop=None, record=True):
        self.name = f"{schedule.name} --opt {level}"
        stats, recording, self.shown = directory / "stats.json", directory / "recording.json", directory / "shown.txt"
        for f in (stats, recording, self.shown):
            f.unlink(missing_ok=True)
        for longer in (1, 8, 64) if stop else (1,):
            more = ["--stop-after", f"{stop * longer}ms"] if stop else []
            more += ["--record", recording] if record else []
            self.run = heddle("run", "--schedule", schedule, "--opt", level, "--stats", stats, "--show", self.shown, *more, *args, "--", *arguments, stdin=stdin)
            self.stats = json.loads(stats.read_text()) if stats.exists() else {}
            if not stop or self.stats.get("events", MUCH) >= MUCH or self.stats["seconds"] * 1000 < stop * longer:
                break
        self.recording = json.loads(recording.read_text()) if recording.exists() else None
        self.ivr = json.loads(schedule.read_text())

    def problems(self, code=0, out="", err="", dependent=lambda a, b: True, window=0):
        said = re.sub(r"heddle: note: the run was longer than can be recorded.*\n", "", self.run.stderr)
        if self.run.returncode != code or self.run.stdout != out or said != err or self.stats.get("diverged") is not False:
            yield f"{self.name}: {told(self.run)}, stats {self.stats}"
        elif self.recording:
            # Where threads are chosen, many paths are the same up to independent acts.
            chooses = any(len({e["thread"] for e in n["edges"]}) > 1 for n in self.ivr["nodes"])
            most = 100 if chooses and window else 4000
            yield from (f"{self.name}: {p}" for p in judge.objections(self.ivr, self.recording, self.watched(), dependent, window, most))

    def watched(self):
        return {int(e) for e in re.findall(r"\[(\d+)\]", self.shown.read_text())}

    def lines(self):
        """Of events, as the tool names them."""
        return {int(e): int(line) for line, e in re.findall(r":(\d+) in \w+ \[(\d+)\]", self.shown.read_text())}


STUDIES = (("double_lock.c", []), ("producer_consumer.c", ["-DBUG"]), ("producer_consumer.c", ["-DPAIRS=2"]), ("check_then_lock.c", []), ("file_system.c", []),
           ("file_system.c", ["-DWISHES"]), ("barrier_ring.c", []), ("barrier_ring.c", ["-DN=3"]))


def case_studies_run_under_their_first_schedule(directory):
    for name, flags in STUDIES:
        first = schedules(directory, CASES / name, "--first", flags=flags)[0]
        for level in LEVELS:
            # In sequence, every act must be where the tree has it. Otherwise the assertions of the program are the judge here.
            run = Held(directory, first, level, stop=200, record=level == 0)
            yield from (f"{name} {flags}: {p}" for p in run.problems())
            if run.stats.get("events", 0) < 1:
                yield f"{name} {flags} {run.name}: it hardly ran: {run.stats}"


def later_schedules_are_followed(directory):
    """Where several threads may go on, the one goes that has gone least often: nobody is left out."""
    for name, most in (("double_lock.c", 4), ("check_then_lock.c", 2)):
        for schedule in schedules(directory, CASES / name, "--max", most)[1:]:
            run = Held(directory, schedule, 0, stop=60)
            yield from (f"{name} {p}" for p in run.problems())
            per_thread = [sum(a[0] == t for a in run.recording["acts"]) for t in range(len(run.ivr["threads"]))]
            if min(per_thread) * 20 < max(per_thread):
                yield f"{name} {schedule.name}: acts of the threads {per_thread}"


def touched(program):
    """line -> what is read and written there, for random programs."""
    tried = {a[0] for code in program.code for name, a, _ in code if name == "try"}
    out = {}
    for code in program.code:
        for name, a, line in code:
            reads, writes = set(), set()
            if name in ("set", "put"):
                writes.add(a[0])
            elif name == "get":
                reads.add(a[0])
            elif name == "wish":
                reads.add(a[0])
                writes.add(a[2])
            elif name in ("lock", "unlock", "try") and a[0] in tried:
                writes.add(a[0])
            out[line] = (reads, writes)
    return out


def independence(program, lines):
    memory = touched(program)

    def dependent(a, b):
        ra, wa = memory.get(lines.get(a), (set(), set()))
        rb, wb = memory.get(lines.get(b), (set(), set()))
        return bool(wa & (rb | wb) or wb & ra)
    return dependent


def random_programs(directory, seeds):
    for seed in seeds:
        program = model.random_program(seed)
        source = directory / f"random{seed}.c"
        source.write_text(program.text)
        for schedule in schedules(directory, source, "--max", 2, "--time-limit", "2s", "--rounds", 1 + seed % 3):
            lines = None
            for level in LEVELS:
                run = Held(directory, schedule, level, stop=10)
                if run.run.returncode == 3 and "cannot be followed from outside" in run.run.stderr:
                    break  # which is said, and is no mistake
                lines = lines or run.lines()
                dependent = independence(program, lines) if level else lambda a, b: True
                yield from (f"random{seed} {p}" for p in run.problems(dependent=dependent, window=60 if level else 0))


def together(program, directory, count):
    """A guarded program, so many times at once: what is wrong with a run. It may go on for ever, but not stand still; and with more
    threads than processors the kernel interrupts them anywhere."""
    running = []
    for k in range(count):
        status = directory / f"status{k}"
        status.unlink(missing_ok=True)
        running.append((status, subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                                 env={"HEDDLE_PLAN": f"{program}.plan", "HEDDLE_STATUS": str(status)})))

    def look(status):
        data = status.read_bytes() if status.exists() else b""
        return (struct.unpack_from("<I", data, 8)[0], struct.unpack_from("<3QI", data, 32)) if len(data) > 64 else (0, (0, 0, 0, 0))

    def events(status):
        return look(status)[1][0]
    time.sleep(0.01)
    before = [events(status) for status, _ in running]
    late = time.monotonic() + 5
    stands = running
    while stands and time.monotonic() < late:
        time.sleep(0.005)
        stands = [(status, process) for (status, process), seen in zip(running, before) if process.poll() is None and events(status) == seen]
    for status, process in running:
        ended = process.poll()
        process.kill()
        said = process.communicate()[1]
        outcome, (_, _, _, left) = look(status)
        if (status, process) in stands:
            yield f"it stands still: {said}"
        elif ended or left or said or outcome in (6, 7):
            yield f"exit code {ended}, outcome {outcome}, left {left}, {said}"


def unsafe_programs(directory, seeds, times):
    """Programs that have an unsafe schedule, many times under their first safe one at three levels, every second one with turns of three
    rounds. Prints how many there were. That there is an unsafe schedule and a safe one is for the interpreter of model.py to say, which
    takes milliseconds; the tool is asked only then."""
    count = runs = refused = 0
    for seed in seeds:
        random_one = model.random_program(seed)
        if random_one.all_schedules() == "safe" or not random_one.has_safe_scheduler():
            continue
        source = directory / f"random{seed}.c"
        source.write_text(random_one.text)
        found = schedules(directory, source, "--first", "--time-limit", "2s", "--rounds", 3 if seed % 2 else 1)
        first = found[0] if found else None
        if first is None:
            continue
        for level in LEVELS:
            program = directory / "guarded"
            made = heddle("run", "--schedule", first, "--opt", level, "--output", program)
            if made.returncode == 3 and "cannot be followed from outside" in made.stderr:
                refused += 1
                break
            if made.returncode:
                yield f"random{seed} --opt {level}: {told(made)}"
                break
            for begun in range(0, times, TOGETHER):
                count_now = min(TOGETHER, times - begun)
                runs += count_now
                yield from (f"random{seed} --opt {level}: {wrong}" for wrong in together(program, directory, count_now))
        else:
            count += 1
            print(f"random{seed}: {count} programs with an unsafe schedule, {runs} runs; {refused} refused", flush=True)


def random_programs_follow_their_schedules(directory):
    yield from random_programs(directory, (0, 1, 3, 13, 33))


def programs_end_as_they_would(directory):
    """Input, arguments, output and exit code are the program's own."""
    first = schedules(directory, HERE / "programs" / "ends.c", "--first")[0]
    for level in LEVELS:
        run = Held(directory, first, level, arguments=("one", "two"), stdin="hello\n", record=level == 0)
        yield from run.problems(code=7, out="3 arguments, x is 2, then hello\n")
    last = schedules(directory, HERE / "programs" / "last_thread.c", "--first")[0]
    for level in LEVELS:
        yield from Held(directory, last, level, "--stop-after", "20s", record=False).problems()
    if not 0 < json.loads((directory / "stats.json").read_text())["seconds"] < 15:
        yield "it did not end with its last thread"
    first = schedules(directory, HERE / "programs" / "ends.c", "--first")[0]
    unfinished = heddle("run", "--schedule", first, "--record", directory / "nowhere" / "r.json")
    if unfinished.returncode != 3 or "--record" not in unfinished.stderr:
        yield told(unfinished)


def sleepers_are_woken(directory):
    """The schedule wakes who sleeps on a condition variable, signalled or not."""
    for name in ("sleepers.c", "timed_sleeper.c"):
        first = schedules(directory, HERE / "programs" / name, "--first", "--time-limit", "20s")
        for level in LEVELS:
            run = Held(directory, first[0], level, record=level == 0)
            yield from (f"{name} {p}" for p in run.problems(code=5))


def turns_can_be_longer(directory):
    """--rounds 4: the producer puts four items, then the consumer takes four. At level 2 each of them goes alone that long, branchings
    included, so there are few sections for many events."""
    source = CASES / "producer_consumer.c"
    line = 1 + next(k for k, text in enumerate(source.read_text().split("\n")) if "count++" in text)
    first = schedules(directory, source, "--first", "--rounds", 4, flags=["-DSIZE=1000"])[0]
    for level in LEVELS:
        run = Held(directory, first, level, stop=200, record=level == 0)
        yield from run.problems()
        if level == 0:
            turns = "".join(str(t) for t, event, *_ in run.recording["acts"] if t == 1 or run.lines().get(event) == line)[:4000]
            if not re.fullmatch("(0{8}1+)+0*", turns):  # a read and a write each
                yield f"the turns are {turns[:100]}"
        elif level == 2 and (" alone, then " not in run.shown.read_text() or run.stats["events"] < 20 * run.stats["sections"]):
            yield f"{run.stats} for {run.shown.read_text()}"


def events_that_nobody_looks_at_are_passed_all_the_same(directory):
    """The program passes them by itself; when it is recorded, the run-time is called for each. So both count the same events."""
    first = schedules(directory, HERE / "programs" / "quiet.c", "--first", "--time-limit", "20s")[0]
    for level in LEVELS:
        loud, quiet = (Held(directory, first, level, record=record) for record in (True, False))
        yield from (p for run in (loud, quiet) for p in run.problems(code=53, dependent=lambda a, b: level == 0))
        if not loud.stats["events"] == quiet.stats["events"] > 30:
            yield f"{quiet.name}: {quiet.stats}, recorded {loud.stats}"


def elements_of_an_array_are_told_apart(directory):
    """At level 2 who has a cell of its own waits for nobody. Where threads may meet in a cell, the order stays; the library sees if not."""
    source = HERE / "programs" / "cells.c"
    subprocess.run(["clang-19", "-DLIBRARY", "-c", source, "-o", directory / "see.o"], check=True)
    subprocess.run(["ar", "rcs", directory / "libsee.a", directory / "see.o"], check=True)
    for flag, waits in ((None, 0), ("-DMOVES", 1), ("-DRING", 1)):
        first = schedules(directory, source, "--first", "--harmless", "see", "--time-limit", "20s", flags=[*([flag] if flag else []), "-L", directory, "-l", "see"])[0]
        for level in LEVELS:
            run = Held(directory, first, level, stop=300, record=level == 0)
            yield from (f"{flag} {p}" for p in run.problems())
            needs = run.shown.read_text().count(", after ")
            if run.stats.get("events", 0) < 100 or (level == 2 and (needs > 0) != waits) or (level == 1 and not needs):
                yield f"{flag} {run.name}: {run.stats}, {run.shown.read_text()}"


def library(directory, source, name):
    """The file's own library, as flags of the compiler."""
    subprocess.run(["clang-19", "-DLIBRARY", "-w", "-c", source, "-o", directory / f"{name}.o"], check=True)
    subprocess.run(["ar", "rcs", directory / f"lib{name}.a", directory / f"{name}.o"], check=True)
    return ["-L", directory, "-l", name]


def what_is_printed_around_barriers_keeps_its_order(directory):
    """Barriers order what no event shows. Where that is nothing, they are left out."""
    source = HERE / "programs" / "phases.c"
    own = library(directory, source, "phases")
    by_two, by_main = (''.join(f"round {r}\n" * times for r in range(3)) for times in (2, 1))
    for flag, code, out, needless in ((None, 0, by_two, False), ("-DLIBRARY_PHASES", 0, "", False), ("-DENDS", 5, "main\n", False), ("-DONLY_MAIN", 0, by_main, True)):
        first = schedules(directory, source, "--first", "--harmless", "fill,use", "--time-limit", "20s", flags=[*([flag] if flag else []), *own])[0]
        for level in LEVELS:
            run = Held(directory, first, level, record=False)
            yield from (f"{flag} {p}" for p in run.problems(code=code, out=out))
            if ("left out" in run.shown.read_text()) != (needless and level > 0):
                yield f"{flag} {run.name}: {run.shown.read_text()}"


def loops_that_end_are_joined(directory):
    first = schedules(directory, HERE / "programs" / "joined_loops.c", "--first", "--time-limit", "20s")[0]
    for level in LEVELS:
        yield from Held(directory, first, level, record=level == 0).problems(out="6\n")


def loops_without_acts_are_the_threads_own_business(directory):
    for flags, out in (([], "8\n"), (["-DINPUT"], "")):
        first = schedules(directory, HERE / "programs" / "own_loops.c", "--first", "--time-limit", "60s", flags=flags)[0]
        for level in LEVELS:
            yield from (f"{flags} {p}" for p in Held(directory, first, level, record=level == 0).problems(out=out))
        certified = heddle("certify", first)
        if "ruling: certified" not in certified.stdout:
            yield f"{flags}: {told(certified)}"


def constant_texts_are_printed(directory):
    first = schedules(directory, HERE / "programs" / "prints.c", "--first", "--time-limit", "60s")
    if not first:
        yield "no schedule was found"
        return
    for level in LEVELS:
        yield from Held(directory, first[0], level, record=level == 0).problems(out="a\nb, constant\nc\ne\nstant\n", err="f\n")


def a_grep_finds_what_there_is(directory):
    """A queue with condition variables, two workers, an end: the example of docs/howto/run-safely.md."""
    grep = CASES / "grep"
    subprocess.run(["clang-19", "-O2", "-c", "-o", directory / "files.o", grep / "files.c"], check=True)
    subprocess.run(["ar", "rcs", directory / "libfiles.a", directory / "files.o"], check=True)
    first = schedules(directory, grep / "grep.c", "--first", "--harmless", "next_file", "--slow", "search", "--time-limit", "110s", flags=["-L", directory, "-l", "files"])
    if not first:
        yield "no schedule was found"
        return
    for many in (0, 1, 40):  # more than the queue has room for
        files = [directory / f"text{k}" for k in range(many)]
        for k, f in enumerate(files):
            f.write_text("a word and a word " * k)
        for level in LEVELS:
            run = Held(directory, first[0], level, stdin="".join(f"{x}\n" for x in ("word", *files)), record=False)
            yield from run.problems(out=f"{many * (many - 1)}\n")


def edited(directory, schedule, change):
    ivr = json.loads(schedule.read_text())
    change(ivr)
    out = directory / f"edited{len(list(directory.glob('edited*')))}.json"
    out.write_text(json.dumps(ivr))
    return out


def one_way_only(ivr):
    """Forget what the program does when there is an input."""
    for n in ivr["nodes"]:
        kept = {}
        for e in n["edges"]:
            kept.setdefault(e["thread"], e)
        n["edges"] = list(kept.values())


def a_program_that_leaves_is_stopped_or_let_go(directory):
    first = schedules(directory, HERE / "programs" / "branch.c", "--first")[0]
    for level in LEVELS:
        for word in ("yes\n", "no\n"):
            run = Held(directory, first, level, stdin=word, record=level == 0)
            yield from run.problems(code=0, out=word)
    wrong = edited(directory, first, one_way_only)
    results = {word: heddle("run", "--schedule", wrong, "--on-divergence", "stop", stdin=word) for word in ("yes\n", "no\n")}
    if sorted(r.returncode for r in results.values()) != [0, 2]:
        yield f"wanted one of them to be stopped: {[told(r) for r in results.values()]}"
        return
    word = next(w for w, r in results.items() if r.returncode == 2)
    for level in LEVELS:
        stopped = Held(directory, wrong, level, stdin=word, record=False)
        if stopped.run.returncode != 2 or stopped.stats["diverged"] is not True or "has left its schedule: thread 0 (main) came to" not in stopped.run.stderr or \
                "branch.c:" not in stopped.run.stderr:
            yield f"{stopped.name}: {told(stopped.run)}, {stopped.stats}"
        for how, says in (("warn", True), ("free", False)):
            run = Held(directory, wrong, level, "--on-divergence", how, stdin=word, record=False)
            if run.run.returncode != 0 or run.run.stdout != word or ("has left its schedule" in run.run.stderr) != says or run.stats["diverged"] is not True:
                yield f"{run.name} {how}: {told(run.run)}, {run.stats}"


def what_is_assumed_must_hold(directory):
    """A proof takes assumptions for granted. So a program in which one is false has left its schedule: in main, in another thread, in an
    atomic section that waits for its condition; also in a program that was left behind."""
    source = HERE / "programs" / "assumes.c"
    line = {text.strip(): k for k, text in enumerate(source.read_text().split("\n"), 1)}
    of_input, of_section = line["static void expect_an_a(void) { __VERIFIER_assume(input == 'a'); }"], line["__VERIFIER_assume(ready == 1);"]
    subprocess.run(["clang-19", "-DLIBRARY", "-c", source, "-o", directory / "meddle.o"], check=True)
    subprocess.run(["ar", "rcs", directory / "libmeddle.a", directory / "meddle.o"], check=True)
    for flags, culprit, bad, where in (([], "thread 0 (main)", "b", of_input), (["-DLATE"], "thread 1 (other)", "b", of_input),
                                       (["-DMEDDLES"], "thread 0 (main)", "a", of_section)):
        found = schedules(directory, source, "--first", "--harmless", "meddle", "--time-limit", "20s", flags=[*flags, "-L", directory, "-l", "meddle"])
        if not found:
            yield f"{flags}: no schedule was found"
            continue
        told_of = f": {culprit}: what is assumed at {source.relative_to(ROOT)}:{where} in "
        for level in LEVELS:
            if bad == "b":
                yield from (f"{flags} {p}" for p in Held(directory, found[0], level, stdin="a", record=False).problems(code=5, out="a1\n"))
            for how, code, out, says in (("stop", 2, None, 1), ("warn", 5, f"{bad}1\n", 1), ("free", 5, f"{bad}1\n", 0)):
                run = Held(directory, found[0], level, "--on-divergence", how, stdin=bad, record=False)
                said = run.run.stderr.replace(f"{ROOT}/", "")
                if run.run.returncode != code or (out and run.run.stdout != out) or said.count("has left its schedule") != says or (told_of in said) != bool(says) or run.stats["diverged"] is not True:
                    yield f"{flags} {run.name} {how}: {told(run.run)}, {run.stats}"
            heddle("run", "--schedule", found[0], "--opt", level, "--output", directory / "guarded")
            alone = subprocess.run([directory / "guarded"], input=bad, capture_output=True, text=True, timeout=20)
            if alone.returncode != 2 or told_of not in alone.stderr.replace(f"{ROOT}/", ""):
                yield f"{flags} --opt {level}, left behind: {told(alone)}"


def the_judge_can_say_no(directory):
    first = schedules(directory, CASES / "double_lock.c", "--first")[0]
    run = Held(directory, first, 0, stop=100)
    yield from run.problems()
    acts = run.recording["acts"]
    for name, change in (("two acts swapped", lambda a: a[:30] + [a[31], a[30]] + a[32:]), ("an act left out", lambda a: a[:40] + a[41:]), ("another thread", lambda a: [[1, *a[0][1:]], *a[1:]])):
        if not judge.objections(run.ivr, {**run.recording, "acts": change(acts)}, run.watched()):
            yield f"nobody minds: {name}"


def guarded_programs_need_no_heddle(directory):
    first = schedules(directory, CASES / "double_lock.c", "--first")[0]
    program = directory / "guarded"
    made = heddle("run", "--schedule", first, "--opt", 1, "--output", program)
    if made.returncode != 0 or made.stdout or made.stderr or not os.access(program, os.X_OK) or not (directory / "guarded.plan").exists():
        yield told(made)
        return
    process = subprocess.Popen([program], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"PATH": "/nowhere"})
    time.sleep(0.3)
    ticks = sum(map(int, pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
    process.terminate()
    out, err = process.communicate(timeout=10)
    if out or err or ticks == 0:
        yield f"printed {out!r}, said {err!r}, {ticks} ticks of work"
    mine = (directory / "guarded.plan").read_bytes()
    other = schedules(directory, HERE / "programs" / "slow_double_lock.c", "--first")[0]
    heddle("run", "--schedule", other, "--opt", 1, "--output", directory / "other")
    (directory / "guarded.plan").write_bytes((directory / "other.plan").read_bytes())
    refused = subprocess.run([program], capture_output=True, text=True, timeout=10)
    if refused.returncode != 3 or "belongs to another program" not in refused.stderr:
        yield told(refused)
    (directory / "guarded.plan").write_bytes(mine[:200])
    cut = subprocess.run([program], capture_output=True, text=True, timeout=10)
    if cut.returncode != 3 or "is cut short" not in cut.stderr:
        yield told(cut)


def a_guarded_program_without_its_plan_does_not_start(directory):
    first = schedules(directory, HERE / "programs" / "ends.c", "--first")[0]
    program, plan = directory / "guarded", directory / "guarded.plan"
    heddle("run", "--schedule", first, "--output", program)
    out = "1 arguments, x is 2, then hello\n"
    for there, variables, code, printed in ((True, {}, 7, out), (False, {}, 3, ""), (False, {"HEDDLE_RUN_FREE": "1"}, 7, out)):
        if not there:
            plan.unlink(missing_ok=True)
        run = subprocess.run([program], input="hello\n", capture_output=True, text=True, timeout=20, env=variables)
        if run.returncode != code or run.stdout != printed or (code == 3) != (f"{plan}: is not there; put it beside the program" in run.stderr):
            yield f"{there} {variables}: {told(run)}"


def flags_are_for_a_program_that_runs_free(directory):
    source = directory / "flags.c"
    source.write_text("#include <math.h>\n#include <stdio.h>\nint main(int n, char **words) { printf(\"%d %d %s\\n\", (int)cos(n - 2), FOO, words[1]); return 0; }\n")
    run = heddle("run", source, "-std=c11", "-DFOO=4", "-O1", "-Wall", "-pthread", "-fno-builtin", "-l", "m", "--", "-lz")
    if run.returncode or run.stdout != "1 4 -lz\n":
        yield told(run)
    first = schedules(directory, HERE / "programs" / "ends.c", "--first")[0]
    for flag in ("-DFOO", "-Ifoo", "-lm", "--32", "-std=c99"):
        run = heddle("run", "--schedule", first, flag)
        if run.returncode != 3 or run.stdout or "the schedule names the program with its flags" not in run.stderr:
            yield f"{flag}: {told(run)}"


def a_directory_stands_for_its_last_safe_schedule(directory):
    all_of_them = schedules(directory, CASES / "double_lock.c")
    shown = {}
    for name, path in (("directory", all_of_them[0].parent), ("last", all_of_them[-1]), ("first", all_of_them[0])):
        run = heddle("run", "--schedule", path, "--opt", 0, "--stop-after", "50ms", "--show", directory / "shown")
        if run.returncode != 0 or run.stderr:
            yield told(run)
        shown[name] = (directory / "shown").read_text()
    if shown["directory"] != shown["last"] or shown["last"] == shown["first"]:
        yield "another schedule was followed"
    (directory / "empty").mkdir()
    run = heddle("run", "--schedule", directory / "empty")
    if run.returncode != 3 or "there is no safe schedule" not in run.stderr:
        yield told(run)


def what_cannot_be_followed_is_named(directory):
    """In a directory, a schedule that is left out is named with the reason, and in the statistics."""
    found = schedules(directory, CASES / "double_lock.c", "--max", 2)
    bad = found[0].parent / "ivr-009.json"
    edited(directory, found[0], lambda f: f["nodes"][1]["edges"][0].update(events=[99999])).rename(bad)
    run = heddle("run", "--schedule", found[0].parent, "--stop-after", "100ms", "--stats", directory / "stats.json")
    left = json.loads((directory / "stats.json").read_text())["left_out"]
    if run.returncode or run.stderr.count("\n") != 1 or f"{bad} is left out: the schedule names an event" not in run.stderr or len(left) != 1 or not left[0].startswith(f"{bad}: the schedule"):
        yield f"{told(run)}, {left}"


def arguments_and_input_are_part_of_a_schedule(directory):
    """What was found with --args and --stdin holds for these. `run` gives them to the program, and takes no others."""
    source = HERE / "programs" / "arguments.c"
    first = schedules(directory, source, "--first", "--args", "3", "--time-limit", "60s")
    if not first:
        yield "no schedule was found with --args"
        return
    for level in LEVELS:
        for arguments in ((), ("3",)):
            yield from Held(directory, first[0], level, arguments=arguments, record=level == 0).problems(out="6\n")
    other = heddle("run", "--schedule", first[0], "--", "4")
    if other.returncode != 3 or other.stdout or "found for `3` (schedule --args), and these are `4`" not in other.stderr:
        yield told(other)
    kept = heddle("run", "--schedule", first[0], "--output", directory / "guarded")
    if kept.returncode != 0 or "found for `3` (schedule --args); the program has these, whatever it is started with" not in kept.stderr:
        yield told(kept)
    alone = subprocess.run([directory / "guarded", "4"], capture_output=True, text=True, timeout=20)
    if alone.returncode or alone.stdout != "6\n":
        yield told(alone)
    (directory / "input").write_text("2")
    first = schedules(directory, source, "--first", "--stdin", directory / "input", "--time-limit", "60s", flags=["-DREADS"])
    if not first:
        yield "no schedule was found with --stdin"
        return
    for level in LEVELS:
        yield from Held(directory, first[0], level, stdin="5", record=False).problems(out="4\n")
    (directory / "input").write_text("3")
    changed = heddle("run", "--schedule", first[0])
    if changed.returncode != 3 or "input: has changed" not in changed.stderr:
        yield told(changed)


def longer_turns_are_tuned(directory):
    """What is chosen depends on the machine; it is a safe schedule that the program follows, and it is kept."""
    first = schedules(directory, CASES / "producer_consumer.c", "--first", flags=["-DSIZE=1000"])[0]
    stats, tuned = directory / "stats.json", first.parent / "tuned.json"
    for schedule, level in ((first.parent, 2), (first, 1)):
        tuned.unlink(missing_ok=True)
        run = heddle("run", "--schedule", schedule, "--tune", "4s", *(["--opt", 1] if level == 1 else []), "--stop-after", "200ms", "--stats", stats)
        said = json.loads(stats.read_text())
        if run.returncode or run.stdout or "heddle: tuned: turns of " not in run.stderr or ("--replicate" in run.stderr) != (level == 2) or said["diverged"] or not said["events"]:
            yield f"{schedule} --opt {level}: {told(run)}, {said}"
            continue
        ivr = json.loads(tuned.read_text())
        if ivr["rounds"] not in (1, 2, 4, 8, 16, 32) or ivr.get("replicate") not in ((1, 8, 32) if level == 2 else (None,)):
            yield f"turns of {ivr['rounds']} rounds, --replicate {ivr.get('replicate')}"
        for k in LEVELS:
            yield from Held(directory, tuned, k, stop=100, record=k == 0).problems()
    schedules(directory, CASES / "double_lock.c", "--first")
    if tuned.exists():
        yield "a tuned schedule is left beside those of another program"


def arrive(files, directory):
    """One after the other, whole."""
    for f in files:
        time.sleep(0.2)
        shutil.copy(f, directory / "next")
        (directory / "next").rename(directory / f.name)


def run_while_schedules_arrive(directory, found, level, stop):
    """What it said, on its output and in its statistics."""
    live, stats = directory / f"live{level}-{stop}", directory / "stats"
    live.mkdir()
    shutil.copy(found[0], live)
    process = subprocess.Popen([HEDDLE, "run", "--schedule", live, "--opt", str(level), "--stop-after", f"{stop}ms", "--stats", stats, "--record", directory / "recording", "--show", directory / "shown"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.4)
    arrive(found[1:], live)
    out, err = process.communicate(timeout=60)
    return f"exit code {process.returncode}, printed {out!r}, said {err!r}", json.loads(stats.read_text())


def a_running_program_gets_freer(directory):
    """It changes over to schedules that are found while it runs; all that it did is a path of the last one, and not of the first."""
    found = schedules(directory, HERE / "programs" / "slow_double_lock.c")
    last = json.loads(found[-1].read_text())
    for level in LEVELS:
        said, stats = run_while_schedules_arrive(directory, found, level, 1500)
        if not stats["relaxed"]:  # the machine has other work: it has not come to a place where it can
            said, stats = run_while_schedules_arrive(directory, found, level, 15000)
        if said != "exit code 0, printed '', said ''" or stats["diverged"] or not stats["relaxed"]:
            yield f"--opt {level}: {said}, {stats}"
        elif level == 0:
            acts, events = json.loads((directory / "recording").read_text()), {int(e) for e in re.findall(r"\[(\d+)\]", (directory / "shown").read_text())}
            yield from judge.objections(last, acts, events, most=20000)
            if not judge.objections(json.loads(found[0].read_text()), acts, events, most=20000):
                yield "it was not freer at the end than at the beginning"


def a_guarded_program_takes_the_next_plan(directory):
    """The plan beside a program that runs is replaced: it changes over. One that does not fit is named, and the program goes on."""
    found = schedules(directory, HERE / "programs" / "slow_double_lock.c")
    live, program, status = directory / "live", directory / "guarded", directory / "status"
    live.mkdir()
    shutil.copy(found[0], live)
    made = heddle("run", "--schedule", live, "--output", program)
    process = subprocess.Popen([program], stderr=subprocess.PIPE, text=True, env={"HEDDLE_PLAN": str(directory / "guarded.plan"), "HEDDLE_STATUS": str(status)})
    arrive(found[1:], live)
    other = schedules(directory, CASES / "double_lock.c", "--first")[0]
    for schedule in (live, other):
        made = heddle("run", "--schedule", schedule, "--output", program)
        if made.returncode != 0 or made.stderr:
            yield told(made)
        time.sleep(0.3)
        events, _, _, left, relaxed = struct.unpack_from("<3Q2I", status.read_bytes(), 32)
        if left or relaxed != 1 or process.poll() is not None:
            yield f"{schedule.name}: relaxed {relaxed}, left {left}, exit code {process.poll()}"
    time.sleep(0.1)
    if struct.unpack_from("<Q", status.read_bytes(), 32)[0] <= events:
        yield "it stands still"
    process.kill()
    said = process.communicate()[1]
    if said.count("\n") != 1 or "belongs to another program" not in said:
        yield said


def what_no_schedule_has_is_met_with_a_word(directory):
    """Handlers of signals, threads of a library, children."""
    first = schedules(directory, HERE / "programs" / "signalled.c", "--first")[0]
    refused = heddle("run", "--schedule", first)
    if refused.returncode != 3 or "the program handles a signal at" not in refused.stderr or "signalled.c:25:" not in refused.stderr:
        yield told(refused)
    outside = HERE / "programs" / "outside.c"
    subprocess.run(["clang-19", "-DLIBRARY", "-w", "-c", outside, "-o", directory / "outside.o"], check=True)
    subprocess.run(["ar", "rcs", directory / "liboutside.a", directory / "outside.o"], check=True)
    first = schedules(directory, outside, "--first", "--harmless", "start_elsewhere", flags=["-L", directory, "-l", "outside"])[0]
    for how, code in (("stop", 2), ("warn", 2)):  # let go, both have counted
        run = heddle("run", "--schedule", first, "--on-divergence", how)
        if run.returncode != code or "has left its schedule: a thread came that the schedule does not know" not in run.stderr:
            yield f"{how}: {told(run)}"
    first = schedules(directory, outside, "--first", "--harmless", "fork", flags=["-DFORKS"])[0]
    run = heddle("run", "--schedule", first)
    if run.returncode != 1 or "the child runs free" not in run.stderr:
        yield told(run)


def bad_files_are_refused(directory):
    source = CASES / "double_lock.c"
    first = schedules(directory, source, "--first")[0]
    (directory / "text").write_text("no JSON")
    shutil.copy(source, directory / "copy.c")
    changed = schedules(directory, directory / "copy.c", "--first")[0].rename(directory / "changed.json")
    (directory / "copy.c").write_text(source.read_text() + "\n")
    found = json.loads(heddle("schedule", "--format", "json", "-o", directory / "all", source).stdout)["ivrs"]
    violation = directory / "all" / next(f["file"] for f in found if f["kind"] == "counterexample")
    first = schedules(directory, source, "--first")[0]
    for args, part in ((["--schedule", directory / "missing.json"], "missing.json"), (["--schedule", directory / "text"], "not valid JSON"), (["--schedule", changed], "has changed"),
                       (["--schedule", violation], "not a safe schedule"), (["--schedule", first, source], "the schedule names the program"),
                       (["--opt", 1, source], "--opt goes with --schedule"), (["--schedule", first, "--opt", 3], "--opt"),
                       (["--schedule", edited(directory, first, lambda f: f["nodes"][1]["edges"][0].update(events=[99999]))], "event that the program does not have"),
                       (["--schedule", edited(directory, first, lambda f: f["nodes"][1]["edges"][0].update(to=99999))], "node that it does not have")):
        run = heddle("run", *args)
        if run.returncode != 3 or run.stdout or part not in run.stderr:
            yield f"{args}: {told(run)}"


def schedules_are_shown(directory):
    first = schedules(directory, CASES / "double_lock.c", "--first")[0]
    for level, wanted in ((0, "after 0:"), (1, "left out"), (2, "event 40:")):
        text = directory / "shown"
        run = heddle("run", "--schedule", first, "--opt", level, "--stop-after", "50ms", "--show", text)
        if run.returncode != 0 or "double_lock.c:36 in main" not in text.read_text() or wanted not in text.read_text():
            yield f"level {level}: {told(run)}, {text.read_text()[:500]}"
    picture = directory / "shown.dot"
    heddle("run", "--schedule", first, "--stop-after", "50ms", "--show", picture)
    if not picture.read_text().startswith("digraph schedule {") or not picture.read_text().endswith("}\n"):
        yield picture.read_text()[:300]
    if shutil.which("dot") and subprocess.run(["dot", "-Tsvg", picture], capture_output=True, timeout=60).returncode != 0:
        yield "dot cannot draw it"


TESTS = [case_studies_run_under_their_first_schedule, later_schedules_are_followed, random_programs_follow_their_schedules, programs_end_as_they_would, sleepers_are_woken,
         turns_can_be_longer, events_that_nobody_looks_at_are_passed_all_the_same, elements_of_an_array_are_told_apart, what_is_printed_around_barriers_keeps_its_order, loops_that_end_are_joined, loops_without_acts_are_the_threads_own_business, constant_texts_are_printed, a_grep_finds_what_there_is,
         a_program_that_leaves_is_stopped_or_let_go, what_is_assumed_must_hold, the_judge_can_say_no, guarded_programs_need_no_heddle, a_guarded_program_without_its_plan_does_not_start, flags_are_for_a_program_that_runs_free, a_directory_stands_for_its_last_safe_schedule, what_cannot_be_followed_is_named,
         arguments_and_input_are_part_of_a_schedule, longer_turns_are_tuned, a_running_program_gets_freer,
         a_guarded_program_takes_the_next_plan, what_no_schedule_has_is_met_with_a_word, bad_files_are_refused,
         schedules_are_shown]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--random"]:  # --random FIRST COUNT [TIMES]: more of them than anybody wants to wait for every day
        import tempfile
        begin, count, times = int(sys.argv[2]), int(sys.argv[3]), int((*sys.argv[4:], 0)[0])
        failures = 0
        with tempfile.TemporaryDirectory() as made:
            where, seeds = pathlib.Path(made), range(begin, begin + count)
            for problem in unsafe_programs(where, seeds, times) if times else random_programs(where, seeds):
                failures += 1
                print(problem, flush=True)
        print(f"{count} programs, {failures} failures")
        sys.exit(bool(failures))
    sys.exit(suite.run(TESTS))
