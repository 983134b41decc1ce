# SPDX-License-Identifier: GPL-3.0-or-later
"""Executions of many rounds: found, told and written in little time and room, and the real program is led through every round."""
import json
import time

from faults import heddle, told

LOCKS = """#include <assert.h>
#include <pthread.h>
static unsigned n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *unused) {
  for (unsigned i = 0; i < 65536; i++) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  pthread_join(t, NULL);
  assert(n != 65536);
}
"""
NESTED = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint n, rows;
static void *count(void *unused) {
  for (unsigned i = 0; i < 60; i++) {
    atomic_fetch_add(&rows, 1);
    for (unsigned k = 0; k < 50; k++) atomic_fetch_add(&n, 1);
  }
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, count, NULL);
  pthread_join(t, NULL);
  pthread_create(&u, NULL, count, NULL);
  pthread_join(u, NULL);
  assert(n != 6000 || rows != 120);
}
"""
LASSO = """#include <pthread.h>
#include <stdatomic.h>
static atomic_uint n, stop;
static void *wait_for_it(void *unused) {
  for (unsigned i = 0; i < 2000; i++) atomic_fetch_add(&n, 1);
  while (!atomic_load(&stop))
    for (unsigned i = 0; i < 1500; i++) atomic_store(&n, i);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for_it, NULL);
  pthread_join(t, NULL);
}
"""


def written_out(acts, later=0):
    """Acts as files of version 1 have them."""
    for a in acts:
        if isinstance(a, list):
            yield [*a[:3], a[3] + later if a[3] >= 0 else -1, *a[4:]]
        else:
            for k in range(a["rounds"]):
                yield from written_out(a["acts"], later + k * a["orders"])


def check_and_replay(directory, program, times, *flags):
    (directory / "a.c").write_text(program)
    start = time.monotonic()
    run = heddle("check", "--engine", "explore", "--time-limit", "60s", "-o", "r.json", *flags, "a.c", cwd=directory)
    seconds = time.monotonic() - start
    if run.returncode != 1:
        yield told(run)
        return
    text = (directory / "r.json").read_text()
    result = json.loads(text)
    if len(text) > 1_000_000:
        yield f"{len(text)} bytes of JSON"
    if seconds > 20 + 10 * result["stats"]["search_cpu_seconds"]:
        yield f"{seconds:.0f} s for a search of {result['stats']['search_cpu_seconds']:.1f} s"
    again = heddle("replay", "--times", times, "--format", "json", "r.json", cwd=directory)
    if again.returncode != 0 or json.loads(again.stdout)["reproduced"] != times:
        yield told(again)
    script = result["violations"][0]["trace"]["script"]
    if script["version"] != 2:
        yield "the script is not folded"
    script["acts"] = list(written_out(script["acts"]))
    for step in result["violations"][0]["trace"]["steps"]:
        del step["repeats"]
    del script["version"]
    (directory / "old.json").write_text(json.dumps(result))
    old = heddle("replay", "--format", "json", "old.json", cwd=directory)
    if old.returncode != 0:
        yield f"in the old form: {told(old)}"
    printed = heddle("replay", "--print", "r.json", cwd=directory)
    if printed.returncode != 0 or not 5 < printed.stdout.count("\n") < 500:
        yield f"--print: {printed.stdout.count(chr(10))} lines, {told(printed)}"


def rounds_under_a_lock_are_replayed(directory):
    yield from check_and_replay(directory, LOCKS, 5, "--property", "unreach-call")


def nested_rounds_are_replayed(directory):
    yield from check_and_replay(directory, NESTED, 2, "--property", "unreach-call")


def rounds_before_and_in_a_livelock_are_replayed(directory):
    yield from check_and_replay(directory, LASSO, 2, "--property", "termination")


def a_limit_costs_steps_and_not_the_violation(directory):
    """Without time to tell it all, the violation stays, with the end of its trace. When the limit strikes depends on the machine."""
    (directory / "a.c").write_text(LOCKS.replace("65536", "200000"))
    for limit in ("2s", "4s", "7s"):
        run = heddle("check", "--engine", "explore", "--property", "unreach-call", "--time-limit", limit, "-o", "r.json", "a.c", cwd=directory)
        if run.returncode == 2:  # it struck in the search
            continue
        result = json.loads((directory / "r.json").read_text())
        trace = result["violations"][0]["trace"]
        if run.returncode != 1 or trace["steps"][-1]["kind"] != "error" or result["validated"] != "simulated":
            yield told(run)
        if trace["gap"] and (trace["script"]["acts"] or "time limit" not in trace["script"]["why_not"] or "not written down" not in run.stdout):
            yield f"{trace['gap']}, {trace['script']['why_not']}"


TESTS = [rounds_under_a_lock_are_replayed, nested_rounds_are_replayed, rounds_before_and_in_a_livelock_are_replayed, a_limit_costs_steps_and_not_the_violation]
