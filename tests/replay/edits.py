# SPDX-License-Identifier: GPL-3.0-or-later
"""Results that somebody edited: what contradicts itself or the program is refused with exit code 3; whatever else was changed, there is an
answer and never a crash."""
import copy
import json
import random

from faults import TWO_WRITERS, checked, heddle, refused, replayed, told

RACE = TWO_WRITERS.replace("static atomic_int x;", "static int x;").replace("atomic_load(&x)", "x").replace("atomic_store(&x, seen + 1)", "x = seen + 1")


def edited(result, change):
    other = copy.deepcopy(result)
    violation = other["violations"][0]
    change(other, violation, violation["trace"], violation["trace"]["script"])
    return other


def contradictions_are_refused(directory):
    result = checked(directory, TWO_WRITERS, "--property", "unreach-call")
    contradictions = {
        "expected crash": lambda r, v, t, s: s.update(expected="crash"),
        "expected end": lambda r, v, t, s: s.update(expected="end"),
        "expected deadlock": lambda r, v, t, s: s.update(expected="deadlock"),
        "expected livelock": lambda r, v, t, s: s.update(expected="livelock", loop=0),
        "expected crash without the failing act": lambda r, v, t, s: s.update(expected="crash", acts=[a for a in s["acts"] if a[2] != 7]),
        "without the failing act": lambda r, v, t, s: s.update(acts=[a for a in s["acts"] if a[2] != 7]),
        "another kind": lambda r, v, t, s: v.update(kind="deadlock"),
        "another property": lambda r, v, t, s: v.update(property="no-deadlock"),
        "verdict true": lambda r, v, t, s: r.update(verdict="true"),
        "property true": lambda r, v, t, s: r["properties"].update({"unreach-call": "true"}),
        "location of no thread": lambda r, v, t, s: v["locations"][0].update(thread=9),
        "location in another file": lambda r, v, t, s: v["locations"][0].update(file="other.c"),
        "step in another file": lambda r, v, t, s: t["steps"][2].update(file="other.c"),
        "step of no event": lambda r, v, t, s: t["steps"][2].update(event=99999),
        "step about no thread": lambda r, v, t, s: t["steps"][0].update(other_thread=9),
        "thread without parent": lambda r, v, t, s: t["threads"][1].update(parent=77),
        "thread missing": lambda r, v, t, s: t["threads"].pop(),
        "thread twice": lambda r, v, t, s: t["threads"].append(t["threads"][0]),
        "act of no thread": lambda r, v, t, s: s["acts"][-1].__setitem__(0, 200),
        "act of no event": lambda r, v, t, s: s["acts"][-1].__setitem__(1, 99999),
        "loop": lambda r, v, t, s: s.update(loop=1),
        "loop beyond the acts": lambda r, v, t, s: s.update(loop=10**6),
        "spinning thread": lambda r, v, t, s: s.update(spins=[1]),
        "repeats beyond the steps": lambda r, v, t, s: t["steps"][0].update(repeats=[{"rounds": 5, "steps": 1000}]),
        "repeats without end": lambda r, v, t, s: t["steps"][0].update(repeats=[{"rounds": 2**63, "steps": 1}]),
        "rounds without end": lambda r, v, t, s: s.update(acts=[{"rounds": 10**12, "orders": 1, "acts": s["acts"]}]),
        "rounds of nothing": lambda r, v, t, s: s.update(acts=[{"rounds": 3, "orders": 1, "acts": []}]),
        "another version": lambda r, v, t, s: s.update(version=3),
        "gap beyond the steps": lambda r, v, t, s: t.update(gap={"step": 999, "why": "x"}),
        "another data model": lambda r, v, t, s: r["input"].update(data_model="llp64"),
        "no hash": lambda r, v, t, s: r["input"].update(sha256=[]),
    }
    for name, change in contradictions.items():
        for p in refused(replayed(directory, edited(result, change))):
            yield f"{name}: {p}"


def races_keep_both_places(directory):
    result = checked(directory, RACE, "--property", "no-data-race")
    for name, change in {"one side": lambda r, v, t, s: s.update(acts=[a for a in s["acts"] if a[2] != 5 or a[0] != 1]),
                         "a failure": lambda r, v, t, s: s.update(expected="failure"),
                         "a spin": lambda r, v, t, s: s.update(expected="spin", spins=[1])}.items():
        for p in refused(replayed(directory, edited(result, change)), "heddle check"):
            yield f"{name}: {p}"


def damaged_bytes_have_an_answer(directory):
    checked(directory, TWO_WRITERS, "--property", "unreach-call")
    whole = (directory / "r.json").read_bytes()
    chance = random.Random(5)
    for k in range(40):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 1, 3))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (directory / "d.json").write_bytes(damaged)
        yield from answers(heddle("replay", "d.json", cwd=directory, errors="replace"), f"bytes {k}")


def dropped_and_foreign_fields_have_an_answer(directory):
    result = checked(directory, TWO_WRITERS, "--property", "unreach-call")
    chance = random.Random(6)

    def places(value, path=()):
        if isinstance(value, (dict, list)):
            for key in value if isinstance(value, dict) else range(len(value)):
                yield (*path, key)
                yield from places(value[key], (*path, key))
    everywhere = list(places(result))
    for k in range(40):
        other = copy.deepcopy(result)
        *path, last = chance.choice(everywhere)
        inner = other
        for key in path:
            inner = inner[key]
        if k % 2:
            del inner[last]
        else:
            inner[last] = chance.choice((None, -1, 2**64 - 1, 0.5, "x", [], {}, True, [[[]]]))
        yield from answers(replayed(directory, other), f"{path} {last} {inner}"[:200])


def answers(run, what):
    if run.returncode not in (0, 1, 3) or (run.returncode == 3) != run.stderr.startswith("heddle: ") or "internal error" in run.stderr:
        yield f"{what}: {told(run)}"


TESTS = [contradictions_are_refused, races_keep_both_places, damaged_bytes_have_an_answer, dropped_and_foreign_fields_have_an_answer]
