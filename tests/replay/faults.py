# SPDX-License-Identifier: GPL-3.0-or-later
"""Results that are wrong, edited or about something else; free and recorded runs; gdb. Whatever is thrown at it, `heddle replay`
ends soon, with exit code 0, 1 or 3 and a message that helps."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
TWO_WRITERS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *arg) {
  int seen = atomic_load(&x);
  atomic_store(&x, seen + 1);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&x) == 2);
  return 0;
}
"""


def heddle(*args, cwd, **more):
    more.setdefault("stdin", subprocess.DEVNULL) if "input" not in more else None
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, capture_output=True, text=True, timeout=120, **more)


def told(run):
    return f"exit code {run.returncode}, printed {run.stdout[-400:]!r}, said {run.stderr[-400:]!r}"


def checked(directory, source=TWO_WRITERS, *args):
    """A program in the directory and its result."""
    (directory / "a.c").write_text(source)
    run = heddle("check", "-o", "r.json", *args, "a.c", cwd=directory)
    if run.returncode != 1:
        raise ValueError(f"check: {told(run)}")
    return json.loads((directory / "r.json").read_text())


def replayed(directory, result, *args):
    (directory / "edited.json").write_text(json.dumps(result))
    return heddle("replay", *args, "edited.json", cwd=directory)


def refused(run, *parts):
    message = run.stderr
    if run.returncode != 3 or run.stdout or not message.startswith("heddle: ") or len(message) > 2000:
        yield told(run)
    for part in parts:
        if part not in message:
            yield f"the message does not say {part!r}: {message!r}"


def text_and_json_agree(directory):
    checked(directory)
    text, as_json = heddle("replay", "--times", "2", "r.json", cwd=directory), heddle("replay", "--times", "2", "--format", "json", "r.json", cwd=directory)
    if text.returncode != 0 or text.stdout != "reproduced 2 of 2: assertion failed at a.c:16\n":
        yield told(text)
    said = json.loads(as_json.stdout)
    if as_json.returncode != 0 or (said["reproduced"], said["runs"], said["outcome"]) != (2, 2, "assertion failed at a.c:16"):
        yield told(as_json)


def works_from_another_directory(directory):
    result = checked(directory)
    (directory / "elsewhere").mkdir()
    (directory / "elsewhere" / "r.json").write_text(json.dumps(result))
    run = heddle("replay", "r.json", cwd=directory / "elsewhere")
    if run.returncode != 0:
        yield told(run)


def output_of_the_program_stays_out_of_the_json(directory):
    checked(directory, TWO_WRITERS.replace("  assert(", '  puts("{hello");\n  fflush(stdout);\n  assert(').replace("#include", "#include <stdio.h>\n#include", 1))
    text, as_json = heddle("replay", "r.json", cwd=directory), heddle("replay", "--format", "json", "r.json", cwd=directory)
    if "{hello" not in text.stdout:
        yield told(text)
    if "{hello" not in as_json.stderr or json.loads(as_json.stdout)["reproduced"] != 1:
        yield told(as_json)


def every_truncation_is_refused(directory):
    checked(directory)
    whole = (directory / "r.json").read_bytes()
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 3):
        (directory / "cut.json").write_bytes(whole[:length])
        yield from refused(heddle("replay", "cut.json", cwd=directory), "cut.json", "JSON")


def other_files_are_refused(directory):
    (directory / "a.c").write_text(TWO_WRITERS)
    (directory / "list.json").write_text("[1, 2]")
    (directory / "object.json").write_text("{}")
    for name, part in (("none.json", "no such"), ("a.c", "JSON"), ("list.json", "object"), ("object.json", "heddle"), (".", "directory"), ("/dev/null", "regular")):
        yield from refused(heddle("replay", name, cwd=directory), name, part)
    yield from refused(heddle("replay", cwd=directory), "heddle check -o")
    yield from refused(heddle("replay", "a.json", "b.json", cwd=directory), "one result at a time")


def results_without_a_violation_are_refused(directory):
    (directory / "a.c").write_text("int main(void) { return 0; }\n")
    heddle("check", "-o", "r.json", "a.c", cwd=directory)
    yield from refused(heddle("replay", "r.json", cwd=directory), "r.json", "no violation", "true")


def changed_sources_are_refused(directory):
    result = checked(directory)
    (directory / "a.c").write_text(TWO_WRITERS + "\n")
    yield from refused(heddle("replay", "r.json", cwd=directory), "a.c", "has changed", "heddle check")
    (directory / "a.c").unlink()
    yield from refused(heddle("replay", "r.json", cwd=directory), "a.c", "heddle check")
    result["input"]["cwd"] = str(directory / "gone")
    yield from refused(replayed(directory, result), "gone", "heddle check")


def reasons_why_not_are_told(directory):
    result = checked(directory)
    result["violations"][0]["trace"]["script"]["why_not"] = "the moon is full"
    yield from refused(replayed(directory, result), "the moon is full")
    result["violations"][0]["trace"]["script"] = None
    yield from refused(replayed(directory, result), "heddle check")


def violations_are_counted(directory):
    checked(directory)
    yield from refused(heddle("replay", "--violation", "2", "r.json", cwd=directory), "--violation 2", "1 violation")
    run = heddle("replay", "--violation", "1", "r.json", cwd=directory)
    if run.returncode != 0:
        yield told(run)


def edited_scripts_are_noticed(directory):
    result = checked(directory)
    script = result["violations"][0]["trace"]["script"]
    acts = script["acts"]
    ordered = [i for i, a in enumerate(acts) if a[3] >= 0]

    def edit(change):
        edited = json.loads(json.dumps(result))
        change(edited["violations"][0]["trace"]["script"])
        return replayed(directory, edited, "--format", "json")

    yield from refused(edit(lambda s: s["acts"][0].__setitem__(1, 99999)), "event 99999", "heddle check")
    yield from refused(edit(lambda s: s["acts"][0].__setitem__(0, 1000)), "acts[0]")
    yield from refused(edit(lambda s: s["acts"][0].__setitem__(2, 77)), "acts[0]")
    yield from refused(edit(lambda s: s["acts"][0].pop()), "acts[0]")
    yield from refused(edit(lambda s: s.__setitem__("loop", 10**9)), "loop")
    yield from refused(edit(lambda s: s["acts"][ordered[-1]].__setitem__(3, 0)), "heddle check")

    def swap_first_orders(s):  # threads' own orders stay ascending: the trace is a possible one, but of another end
        for a in s["acts"]:
            if a[0] == 2 and a[3] >= 0:
                a[3] += 1000
    for name, change in (("half of it", lambda s: s["acts"].__delitem__(slice(len(acts) // 2, None))),
                         ("without thread 1", lambda s: s.__setitem__("acts", [a for a in s["acts"] if a[0] != 1])),
                         ("one act missing", lambda s: s["acts"].__delitem__(ordered[len(ordered) // 2])),
                         ("another order", swap_first_orders)):
        start = time.monotonic()
        run = edit(change)
        if run.returncode == 3:
            continue
        if run.returncode not in (0, 1) or time.monotonic() - start > 20 or not json.loads(run.stdout)["outcome"]:
            yield f"{name}: {told(run)} after {time.monotonic() - start:.1f} s"


def traces_of_other_programs_diverge(directory):
    result = checked(directory)
    same_events = ((TWO_WRITERS.replace("== 2", "== 1"), "thread 0 left the trace"),
                   (TWO_WRITERS.replace("join(a", "join(c").replace("join(b", "join(a").replace("join(c", "join(b"), "nobody moved any more"))
    for other, part in same_events:
        (directory / "a.c").write_text(other)
        heddle("check", "-o", "b.json", "a.c", cwd=directory)
        result["input"] = json.loads((directory / "b.json").read_text())["input"]
        run = replayed(directory, result)
        if run.returncode != 1 or "reproduced 0 of 1: " + part not in run.stdout or "a.c:" not in run.stdout or "thread 1" not in run.stdout:
            yield told(run)
    (directory / "a.c").write_text("int main(void) { return 1; }\n")
    heddle("check", "-o", "b.json", "a.c", cwd=directory)
    result["input"] = json.loads((directory / "b.json").read_text())["input"]
    yield from refused(replayed(directory, result), "which the program does not have")


def a_program_that_hangs_is_stopped(directory):
    """A header is not part of the hash: with another one a thread sleeps in the kernel where the trace goes on."""
    (directory / "rest.h").write_text("#include <sched.h>\nstatic void rest(void) { sched_yield(); }\n")
    checked(directory, TWO_WRITERS.replace("#include <assert.h>", '#include <assert.h>\n#include "rest.h"').replace("  int seen", "  rest();\n  int seen"))
    (directory / "rest.h").write_text("#include <signal.h>\nstatic sigset_t none;\nstatic int got;\nstatic void rest(void) { sigwait(&none, &got); }\n")
    start = time.monotonic()
    run = heddle("replay", "r.json", cwd=directory)
    if run.returncode != 1 or time.monotonic() - start > 20 or "a.c:" not in run.stdout or "blocked in the system" not in run.stdout:
        yield f"{told(run)} after {time.monotonic() - start:.1f} s"


def arguments_of_main_are_given(directory):
    checked(directory, "#include <assert.h>\nint main(int argc, char **argv) {\n  (void)argv;\n  assert(argc != 4);\n  return 0;\n}\n")
    run = heddle("replay", "r.json", cwd=directory)
    if run.returncode != 0:
        yield told(run)


def steps_are_printed(directory):
    checked(directory)
    run = heddle("replay", "--print", "r.json", cwd=directory)
    lines = run.stdout.splitlines()
    if run.returncode != 0 or not any("a.c:6" in l and "thread 1" in l and "reads x" in l for l in lines) or "a.c:16" not in lines[-2]:
        yield told(run)


def gdb_stops_at_the_failure(directory):
    if not shutil.which("gdb"):
        yield "gdb is not installed"
        return
    checked(directory)
    run = heddle("replay", "--gdb", "r.json", cwd=directory, input="info threads\nthread apply all bt 8\nkill\nquit\n")
    if run.returncode != 0 or "heddle_failure_reached" not in run.stdout or "a.c:16" not in run.stdout:
        yield told(run)


def confirm_says_replayed(directory):
    (directory / "a.c").write_text(TWO_WRITERS)
    run = heddle("check", "--confirm", "--format", "json", "a.c", cwd=directory)
    if run.returncode != 1 or json.loads(run.stdout)["validated"] != "replayed" or run.stderr:
        yield told(run)
    (directory / "a.c").write_text("int nowhere(void);\n" + TWO_WRITERS.replace("  assert(", "  if (atomic_load(&x) == 3) nowhere();\n  assert("))
    run = heddle("check", "--confirm", "--format", "json", "a.c", cwd=directory)
    if run.returncode != 1 or json.loads(run.stdout)["validated"] != "simulated" or "note" not in run.stderr or "nowhere" not in run.stderr:
        yield told(run)


ECHO = """#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char line[100];
  if (fgets(line, sizeof line, stdin)) printf("%s", line);
  for (int i = 1; i < argc; i++) printf("[%s]", argv[i]);
  fflush(stdout);
  fprintf(stderr, "to stderr\\n");
  if (argc > 1 && argv[1][0] == 'k') raise(SIGTERM);
  if (argc > 1 && argv[1][0] == 's') sleep(60);
  return argc;
}
"""


def run_passes_everything_through(directory):
    (directory / "a.c").write_text(ECHO)
    run = heddle("run", "a.c", "--", "x y", "--z", cwd=directory, input="line\n")
    if (run.returncode, run.stdout, run.stderr) != (3, "line\n[x y][--z]", "to stderr\n"):
        yield told(run)
    if heddle("run", "a.c", "--", "k", cwd=directory).returncode != 128 + signal.SIGTERM:
        yield told(run)


def run_stops_when_asked(directory):
    (directory / "a.c").write_text(ECHO)
    heddle("run", "a.c", cwd=directory)
    start = time.monotonic()
    run = heddle("run", "--stop-after", "500ms", "--stats", "s.json", "a.c", "--", "s", cwd=directory)
    if run.returncode != 0 or not 0.4 < time.monotonic() - start < 5:
        yield f"{told(run)} after {time.monotonic() - start:.1f} s"
    stats = json.loads((directory / "s.json").read_text())
    if stats["diverged"] or not set(stats) >= {"diverged", "events", "waits", "sections", "seconds"} or not 0.4 < stats["seconds"] < 5:
        yield str(stats)


def run_refuses_schedules(directory):
    (directory / "a.c").write_text(ECHO)
    yield from refused(heddle("run", "--schedule", "ivr.json", cwd=directory), "ivr.json: no such schedule", "heddle schedule")
    yield from refused(heddle("run", cwd=directory), "no file to run")
    yield from refused(heddle("run", "--record", "none/r.json", "a.c", cwd=directory), "none")


COUNTERS = TWO_WRITERS.replace("  assert(atomic_load(&x) == 2);\n  return 0;", "  return atomic_load(&x) == 2 ? 5 : 6;").replace("#include <assert.h>\n", "")


def recorded_runs_are_repeated(directory):
    (directory / "a.c").write_text(COUNTERS)
    for i in range(3):
        run = heddle("run", "--record", "rec.json", "a.c", cwd=directory)
        recording = json.loads((directory / "rec.json").read_text())
        if run.returncode not in (5, 6) or recording["exit_code"] != run.returncode or not recording["recording"] or recording["full"] or len(recording["acts"]) < 8:
            yield told(run)
        again = heddle("replay", "--times", "5", "--format", "json", "rec.json", cwd=directory)
        said = json.loads(again.stdout)
        if again.returncode != 0 or said["reproduced"] != 5 or f"exit code {run.returncode}" not in said["outcome"]:
            yield told(again)
    left = sorted(p.name for p in directory.iterdir())
    if left != ["a.c", "rec.json"]:
        yield f"left behind: {left}"


def failures_are_recorded(directory):
    (directory / "a.c").write_text(TWO_WRITERS.replace("== 2", "== 7"))
    run = heddle("run", "--record", "rec.json", "a.c", cwd=directory)
    recording = json.loads((directory / "rec.json").read_text())
    if run.returncode != 128 + signal.SIGABRT or recording["outcome"] != "assertion" or "== 7" not in run.stderr:
        yield told(run)
    again = heddle("replay", "rec.json", cwd=directory)
    if again.returncode != 0 or "assertion failed" not in again.stdout:
        yield told(again)


def crashes_and_stops_are_recorded(directory):
    (directory / "a.c").write_text(COUNTERS.replace("  return atomic_load", "  if (atomic_load(&x) > 0) *(volatile int *)8 = 1;\n  return atomic_load"))
    run = heddle("run", "--record", "rec.json", "a.c", cwd=directory)
    recording = json.loads((directory / "rec.json").read_text())
    if run.returncode != 128 + signal.SIGSEGV or recording["outcome"] != "crashed" or recording["signal"] != signal.SIGSEGV:
        yield told(run)
    again = heddle("replay", "rec.json", cwd=directory)
    if again.returncode != 0 or "SIGSEGV" not in again.stdout:
        yield told(again)
    (directory / "a.c").write_text(COUNTERS.replace("  return atomic_load", "  for (;;) pause();\n  return atomic_load").replace("#include <pthread.h>", "#include <pthread.h>\n#include <unistd.h>"))
    run = heddle("run", "--record", "rec.json", "--stop-after", "1s", "a.c", cwd=directory)
    again = heddle("replay", "rec.json", cwd=directory)
    if run.returncode != 0 or again.returncode != 0 or json.loads((directory / "rec.json").read_text())["outcome"] != "stopped":
        yield told(run) + told(again)


def interrupted_runs_are_recorded(directory):
    (directory / "a.c").write_text(ECHO)
    heddle("run", "a.c", cwd=directory)
    process = subprocess.Popen([HEDDLE, "run", "--record", "rec.json", "a.c", "--", "s"], cwd=directory, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    begun = process.stdout.read(3)  # the program runs, and sleeps now
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    out = begun + out
    if process.returncode != 128 + signal.SIGINT or out != "[s]" or json.loads((directory / "rec.json").read_text())["outcome"] != "stopped":
        yield f"exit code {process.returncode}, printed {out!r}, said {err!r}"


def interrupted_replays_end(directory):
    checked(directory)
    process = subprocess.Popen([HEDDLE, "replay", "--times", "1000000", "r.json"], cwd=directory, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    seen, deadline = set(), time.monotonic() + 60
    while len(seen) < 15 and time.monotonic() < deadline:  # the first few may be those that build the program
        seen.update(pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    if process.returncode != 1 or not out.endswith("interrupted\n") or "assertion failed at a.c:16" not in out:
        yield f"exit code {process.returncode}, printed {out!r}"


def gdb_shows_both_sides_of_a_race(directory):
    checked(directory, TWO_WRITERS.replace("static atomic_int x;", "static int x;").replace("atomic_load(&x)", "x").replace("atomic_store(&x, seen + 1)", "x = seen + 1"), "--property", "no-data-race")
    run = heddle("replay", "--gdb", "r.json", cwd=directory, input="thread apply all bt 8\nkill\nquit\n")
    if run.returncode != 0 or run.stdout.count("add (arg=") < 2:
        yield told(run)


ENDLESS = "static void multiply(void) {\n  unsigned char n = 1;\n  while (n) n *= 3;\n}\n"


def gdb_stops_in_a_loop_without_an_event(directory):
    in_main = ENDLESS + "int main(void) { multiply(); return 0; }\n"
    in_thread = ("#include <pthread.h>\n" + ENDLESS + "static void *run(void *a) { multiply(); return a; }\n"
                 "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }\n")
    for source in (in_main, in_thread):
        checked(directory, source, "--property", "termination")
        run = heddle("replay", "r.json", cwd=directory)
        if run.returncode != 0 or not re.search(r"livelock: the threads run on without an event \(a\.c:\d+ in multiply\)", run.stdout):
            yield told(run)
        run = heddle("replay", "--gdb", "r.json", cwd=directory, input="bt\nkill\nquit\n")
        calls = run.stdout[run.stdout.find("[Switching"):]
        if run.returncode != 0 or "at a.c:" not in calls or "Python" in run.stdout + run.stderr or "Traceback" in run.stderr:
            yield told(run)


def flags_of_the_user_change_no_meaning(directory):
    (directory / "a.c").write_text("""#include <assert.h>
static int wraps = 2147483647;
static int bigger(int x) { return x + 1 > x; }
static int retyped(int *i, float *f) { *i = 1; *f = 0; return *i; }
static double sum(double a, double b) { return (a + b) - a; }
int main(void) { assert(bigger(wraps) || retyped(&wraps, (float *)&wraps) || sum(1e30, 1) == 1); return 0; }
""")
    check = heddle("check", "-o", "r.json", "a.c", "--", "-O3", "-fstrict-aliasing", "-fstrict-overflow", "-fdelete-null-pointer-checks",
                   "-ffast-math", "-ffp-contract=fast", "-mfma", "-fstrict-return", cwd=directory)
    run = heddle("replay", "--times", "2", "r.json", cwd=directory)
    if check.returncode != 1 or run.returncode != 0:
        yield told(check) + told(run)


def a_slow_reader_of_the_output_is_waited_for(directory):
    checked(directory, TWO_WRITERS.replace("#include", "#include <stdio.h>\n#include", 1).replace("  pthread_t a, b;", '  pthread_t a, b;\n  for (int i = 0; i < 20; i++) printf("%9000d\\n", i);'))
    process = subprocess.Popen([HEDDLE, "replay", "r.json"], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    time.sleep(4)
    out, _ = process.communicate(timeout=30)
    if process.returncode != 0 or "reproduced 1 of 1" not in out or len(out) < 180000:
        yield f"exit code {process.returncode}, printed {len(out)} characters: {out[-300:]!r}"


def two_replays_at_once_do_not_meet(directory):
    checked(directory)
    shutil.rmtree(directory / "cache", ignore_errors=True)
    variables = {**os.environ, "XDG_CACHE_HOME": str(directory / "cache")}
    both = [subprocess.Popen([HEDDLE, "replay", "--times", "5", "r.json"], cwd=directory, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        out, err = process.communicate(timeout=60)
        if process.returncode != 0 or "reproduced 5 of 5" not in out:
            yield f"exit code {process.returncode}, printed {out!r}, said {err!r}"


TESTS = [text_and_json_agree, works_from_another_directory, output_of_the_program_stays_out_of_the_json, every_truncation_is_refused,
         other_files_are_refused, results_without_a_violation_are_refused, changed_sources_are_refused, reasons_why_not_are_told,
         violations_are_counted, edited_scripts_are_noticed, traces_of_other_programs_diverge, a_program_that_hangs_is_stopped,
         arguments_of_main_are_given, steps_are_printed, gdb_stops_at_the_failure, confirm_says_replayed,
         run_passes_everything_through, run_stops_when_asked, run_refuses_schedules, recorded_runs_are_repeated,
         failures_are_recorded, crashes_and_stops_are_recorded,
         interrupted_runs_are_recorded, interrupted_replays_end, gdb_shows_both_sides_of_a_race, gdb_stops_in_a_loop_without_an_event,
         flags_of_the_user_change_no_meaning, two_replays_at_once_do_not_meet, a_slow_reader_of_the_output_is_waited_for]
