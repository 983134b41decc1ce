#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `heddle report -o bug.html`, in a real headless Chromium: what it shows, how keys, slider and filter move it, that
it asks the network for nothing, and that 10,000 steps do not slow it down. Pixels are not compared.
Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import browser
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
PAGES = {}  # the browser is started once


def heddle(*args, cwd=ROOT):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, capture_output=True, text=True, timeout=120)


def checked(directory, *args, cwd=ROOT):
    """The result of a check, and the page made of it."""
    result, page = directory / "result.json", directory / "bug.html"
    run = heddle("check", "-q", "-o", result, *args, cwd=cwd)
    if run.returncode > 2:
        raise ValueError(run.stderr)
    return json.loads(result.read_text()), page_of(result, page)


def page_of(result, page):
    run = heddle("report", result, "-o", page)
    if run.returncode != 0:
        raise ValueError(f"exit code {run.returncode}: {run.stderr}")
    return page


class Shown:
    """A page in the browser, by what a reader finds on it."""

    def __init__(self, page, **more):
        self.b = PAGES["browser"]
        self.b.send("Emulation.setDeviceMetricsOverride", width=more.pop("width", 1280), height=more.pop("height", 800), deviceScaleFactor=1, mobile=False)
        self.b.open(page, **more)

    def text(self, selector):
        return self.b.js(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.innerText.trim().replace(/\\s+/g, ' '))")

    def position(self):
        return self.text("#position")[0]

    def press(self, *keys):
        for key in keys:
            self.b.press(key, key if len(key) == 1 else "")

    def arrows(self):
        return self.b.js("[...document.querySelectorAll('#lanes .arrow')].map(a => [a.classList[1], +a.dataset.from, +a.dataset.to])")

    def table(self, id):
        return self.b.js(f"[...document.querySelectorAll('#{id} tbody tr')].map(r => [...r.children].map(c => c.innerText.trim()))")

    def problems(self):
        yield from (f"the page asks for {u}" for u in self.b.requests())
        yield from (f"the page has an error: {e}" for e in self.b.errors())
        if self.b.js("document.documentElement.scrollWidth > innerWidth + 1"):
            yield "the page is wider than the window"


def a_race_is_shown_with_lanes_arrows_and_source(directory):
    result, page = checked(directory, "examples/bank.c")
    shown = Shown(page)
    yield from shown.problems()
    if shown.text("#verdict") != ["verdict: false"] or shown.text("#headline") != ["assertion failed: balance == 130"]:
        yield f"the head is {shown.text('#verdict')} {shown.text('#headline')}"
    shown.press("n")
    if shown.text("#headline") != ["data race on balance"]:
        yield f"the key n leads to {shown.text('#headline')}"
    if shown.text("#locations li") != ["T1 thread 1 (deposit) writes balance, holding no lock (examples/bank.c:15 in deposit)",
                                       "T2 thread 2 (deposit) reads balance, holding lock (examples/bank.c:13 in deposit)"]:
        yield f"the places are {shown.text('#locations li')}"
    rows = shown.text("#lanes .row .what")
    if rows[0] != "22 starts thread 1" or rows[-1] != "13 ✗ reads balance → 110" or len(rows) != len(result["violations"][1]["trace"]["steps"]):
        yield f"the rows are {rows}"
    if shown.text("#lane-heads .lane-head") != ["T0 main", "T1 deposit", "T2 deposit"]:
        yield f"the lanes are {shown.text('#lane-heads .lane-head')}"
    expected = [["create", 1, 3], ["create", 2, 7], ["lock", 5, 7], ["race", 8, 10], ["value", 8, 10]]
    if sorted(shown.arrows()) != expected:
        yield f"the arrows are {sorted(shown.arrows())}"
    if "balance = seen + *(int *)amount;" not in " ".join(shown.text("#source .source-line.culprit")):
        yield f"the source does not mark the accesses: {shown.text('#source .source-line.culprit')}"


def keys_and_slider_move_through_the_execution(directory):
    result, page = checked(directory, "examples/bank.c")
    shown = Shown(page)
    steps = result["violations"][0]["trace"]["steps"]
    if not shown.position().startswith(f"step {len(steps)} of {len(steps)}: thread 0 (main) fails"):
        yield f"it opens at {shown.position()}"
    for keys, step in ((["Home"], 1), (["ArrowDown"], 2), (["j", "j"], 4), (["k"], 3), (["PageDown"], 13), (["ArrowUp"], 12), (["End"], len(steps))):
        shown.press(*keys)
        if not shown.position().startswith(f"step {step} of"):
            yield f"after {keys}: {shown.position()}, expected step {step}"
    shown.b.js("(() => { const s = document.getElementById('slider'); s.value = 3; s.dispatchEvent(new Event('input')); })()")
    if shown.position() != "step 4 of 18: thread 1 (deposit) reads balance → 100":
        yield f"the slider leads to {shown.position()}"
    shown.b.js("document.querySelector('#row-6').click()")
    if not shown.position().startswith("step 7 of"):
        yield f"a click on a row leads to {shown.position()}"
    if "step=7" not in shown.b.js("location.hash"):
        yield f"the address is {shown.b.js('location.href')}"
    again = Shown(page, fragment="#violation=2&step=4")
    if again.text("#headline") != ["data race on balance"] or not again.position().startswith("step 4 of"):
        yield f"a link leads to {again.text('#headline')} {again.position()}"


def values_and_locks_at_a_step(directory):
    _, page = checked(directory, "examples/bank.c")
    shown = Shown(page, fragment="#violation=1&step=8")
    threads = [row[:3] for row in shown.table("threads")]
    if threads != [["T0 main", "bank.c:23", "-"], ["T1 deposit", "bank.c:15", "-"], ["T2 deposit", "bank.c:13", "lock"]]:
        yield f"threads at step 8: {threads}"
    values = {row[0]: row[1] for row in shown.table("values")}
    if values != {"balance": "100", "ten": "10"}:
        yield f"values at step 8: {values}"
    who = shown.b.js("[...document.querySelectorAll('#source .source-line')].filter(l => l.querySelector('.badge')).map(l => [+l.dataset.line, l.querySelector('.who').innerText.trim()])")
    if sorted(who) != [[13, "T2"], [15, "T1"], [23, "T0"]] and sorted(who) != [[13, "T2"], [15, "T1"]]:
        yield f"lines of the threads at step 8: {who}"
    if shown.text("#source .source-line.focused") != ["T2 13 int seen = balance;"]:
        yield f"the current line is {shown.text('#source .source-line.focused')}"
    shown.press("ArrowDown", "ArrowDown")
    values = {row[0]: row[1] for row in shown.table("values")}
    if values["balance"] != "110" or shown.table("threads")[2][2] != "-":
        yield f"at step 10: {values} {shown.table('threads')}"


def a_deadlock_shows_the_ring(directory):
    _, page = checked(directory, "examples/philosophers.c")
    shown = Shown(page)
    yield from shown.problems()
    ring = shown.text("#ring-list li")
    if len(ring) != 3 or not all("holds forks[" in r and "waits for forks[" in r for r in ring):
        yield f"the ring is {ring}"
    if shown.b.js("document.querySelector('#ring svg').getAttribute('aria-label')") != "threads 1, 2, 3 wait for each other in a ring":
        yield "the drawing has no name"
    waits = shown.text("#lanes .row.waits .what")
    if len(waits) != 3 or "waits for forks[1], held by thread 2" not in waits[0]:
        yield f"the last rows are {waits}"
    if [row[2] for row in shown.table("threads")][1:] != ["forks[0]", "forks[1]", "forks[2]"]:
        yield f"held: {shown.table('threads')}"


def a_livelock_is_a_loop(directory):
    _, page = checked(directory, "--property", "termination", "examples/polite.c")
    shown = Shown(page)
    yield from shown.problems()
    if shown.text("#lanes .row.lasso") != ["from here on, the steps repeat for ever"] or shown.text("#lanes .row.back") != ["and so on from step 3"]:
        yield f"the loop is {shown.text('#lanes .row.lasso')} {shown.text('#lanes .row.back')}"
    if shown.b.js("document.querySelectorAll('#lanes path.loop').length") != 1:
        yield "there is no bracket around the loop"


def several_violations_are_filtered(directory):
    _, page = checked(directory, "examples/bank.c")
    shown = Shown(page)
    visible = lambda: [t for t in shown.text("#violation-list li:not([hidden]) strong")]
    if visible() != ["assertion failed: balance == 130", "data race on balance"]:
        yield f"the list is {visible()}"
    shown.b.js("(() => { const f = document.getElementById('filter-words'); f.value = 'race 13'; f.dispatchEvent(new Event('input')); })()")
    if visible() != ["data race on balance"] or shown.text("#filter-count") != ["1 of 2"]:
        yield f"filtered by words: {visible()} {shown.text('#filter-count')}"
    shown.b.js("(() => { const f = document.getElementById('filter-words'); f.value = ''; const p = document.getElementById('filter-property'); p.value = 'unreach-call'; p.dispatchEvent(new Event('change')); })()")
    if visible() != ["assertion failed: balance == 130"]:
        yield f"filtered by property: {visible()}"


def arrows_can_be_hidden_and_steps_shown(directory):
    _, page = checked(directory, "tests/report/input_that_breaks_it.c")
    shown = Shown(page)
    yield from shown.problems()
    if not shown.text("#input-list li"):
        yield "the inputs are missing"
    _, page = checked(directory, "examples/bank.c")
    shown = Shown(page, fragment="#violation=2")
    shown.b.js("document.querySelectorAll('#arrow-kinds input')[0].click()")
    if any(a[0] == "create" for a in shown.arrows()):
        yield f"hidden arrows are drawn: {shown.arrows()}"
    shown.b.js("document.getElementById('show-all').click()")
    if shown.b.js("document.querySelectorAll('#lanes .row.omitted').length"):
        yield "steps are still left out"


def proofs_have_a_page_too(directory):
    _, page = checked(directory, "tests/report/all_proven.c")
    shown = Shown(page)
    yield from shown.problems()
    if shown.text("#verdict") != ["verdict: true"] or not shown.b.js("document.getElementById('no-violation').offsetHeight"):
        yield f"{shown.text('#verdict')}"
    _, page = checked(directory, "tests/report/unknown_function.c")
    shown = Shown(page)
    if not any("unmodelled call" in n or "not modelled" in n for n in shown.text("#notes li")):
        yield f"notes of an unknown: {shown.text('#notes li')}"


def folded_rounds_are_said(directory):
    _, page = checked(directory, "tests/report/long_loop_is_folded.c")
    shown = Shown(page)
    yield from shown.problems()
    shown.press("Home")
    if not any("more; then the last round" in t for t in shown.text("#lanes .row.rounds")):
        yield f"rows: {shown.text('#lanes .row .what')[:20]}"


def nothing_from_a_source_becomes_code(directory):
    name = "<b>x & y.c"
    (directory / name).write_text('#include <assert.h>\n/* </script><script>document.title = "broken"</script> <!-- */\nint main(void) { int x = 0; assert(x && "</script><b>"); return 0; }\n')
    _, page = checked(directory, name, cwd=directory)
    shown = Shown(page)
    yield from shown.problems()
    if shown.b.js("document.title") != f"false: {name} - Heddle" or shown.text("#files") != [name]:
        yield f"the title is {shown.b.js('document.title')}"
    if not any("</script><script>" in t for t in shown.text("#source .source-line")):
        yield "the source is not as it is"


def a_missing_source_is_said(directory):
    (directory / "bank.c").write_text((ROOT / "examples" / "bank.c").read_text())
    checked(directory, "bank.c", cwd=directory)
    (directory / "bank.c").unlink()
    shown = Shown(page_of(directory / "result.json", directory / "bug.html"))
    yield from shown.problems()
    if shown.text("#source-missing") != ["bank.c could not be read when this report was made, so its text is not shown."]:
        yield f"it says {shown.text('#source-missing')}"
    if not any("not found when this report was made: bank.c" in n for n in shown.text("#notes li")):
        yield f"the notes are {shown.text('#notes li')}"


def it_opens_elsewhere(directory):
    """One file: moved alone to another folder it shows the same."""
    _, page = checked(directory, "examples/bank.c")
    (directory / "other").mkdir()
    shown = Shown(page.rename(directory / "other" / "b.html"))
    yield from shown.problems()
    if len(shown.text("#lanes .row")) < 10 or not shown.text("#source .source-line"):
        yield "something is missing"


def light_and_dark_have_contrast(directory):
    _, page = checked(directory, "examples/philosophers.c")
    contrast = """(() => {
      const lum = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const background = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\\)$/.test(c) && c !== 'transparent') return c; } return 'rgb(255, 255, 255)'; };
      return [...document.querySelectorAll('header *, #headline, #locations *, .row *, .source-line *, .state *, .badge, .lane-head, button:enabled, .keys, #ring-list *')]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
        .map(e => { const a = lum(getComputedStyle(e).color), b = lum(background(e)); return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className + ' ' + e.innerText]; })
        .filter(([c]) => c < 4.5).map(([c, t]) => c.toFixed(2) + ' ' + t.slice(0, 40)).slice(0, 5);
    })()"""
    papers = []
    for dark in (False, True):
        shown = Shown(page, dark=dark)
        papers.append(shown.b.js("getComputedStyle(document.body).backgroundColor"))
        if low := shown.b.js(contrast):
            yield f"{'dark' if dark else 'light'}: too little contrast: {low}"
    if papers[0] == papers[1]:
        yield f"light and dark have the same paper {papers[0]}"


def readable_without_eyes(directory):
    """What the accessibility tree says: names and roles of everything that can be operated."""
    _, page = checked(directory, "examples/bank.c")
    shown = Shown(page)
    shown.b.send("Accessibility.enable")
    nodes = shown.b.send("Accessibility.getFullAXTree")["nodes"]
    named = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored")]
    for role in ("button", "slider", "listbox", "option", "combobox", "searchbox", "checkbox", "navigation", "main", "banner"):
        names = [name for r, name in named if r == role]
        if not names and role != "banner":
            yield f"there is no {role}"
        if role not in ("main", "banner") and not all(names):
            yield f"a {role} has no name: {names}"
    options = [name for r, name in named if r == "option"]
    if not any(o.startswith("step 17, thread 0 (main), bank.c line 26, reads balance") for o in options):
        yield f"the steps are called {options[-3:]}"
    selected = shown.b.js("document.getElementById(document.getElementById('lanes').getAttribute('aria-activedescendant')).getAttribute('aria-selected')")
    if selected != "true":
        yield "the current step is not announced"
    order = []
    for _ in range(12):
        shown.b.press("Tab")
        order.append(shown.b.js("document.activeElement.id || document.activeElement.tagName"))
    if "slider" not in order or "filter-words" not in order:
        yield f"Tab leads through {order}"


def ten_thousand_steps(directory):
    result, _ = checked(directory, "examples/bank.c")
    violation = result["violations"][0]
    steps = violation["trace"]["steps"]
    middle = [{**s, "value": str(100 + i)} for i in range(3500) for s in (steps[3], steps[5], steps[7])]
    violation["trace"]["steps"] = steps[:8] + middle[:10000] + steps[8:]
    total = len(violation["trace"]["steps"])
    (directory / "long.json").write_text(json.dumps(result))
    page = page_of(directory / "long.json", directory / "long.html")
    begin = time.monotonic()
    shown = Shown(page)
    opened = time.monotonic() - begin
    yield from shown.problems()
    if not shown.position().startswith(f"step {total} of {total}"):
        yield f"it opens at {shown.position()}"
    drawn = shown.b.js("document.querySelectorAll('#lanes .row').length")
    if not 10 < drawn < 120:
        yield f"{drawn} rows are drawn"
    begin = time.monotonic()
    shown.press("Home", *["PageDown"] * 20, *["j"] * 20)
    moved = time.monotonic() - begin
    if not shown.position().startswith("step 221 of"):
        yield f"the keys lead to {shown.position()}"
    arrows = shown.b.js("document.querySelectorAll('#lanes .arrow').length")
    if arrows > 500:
        yield f"{arrows} arrows are drawn"
    if opened > 10 or moved > 15:
        yield f"opening took {opened:.1f} s, 41 keys {moved:.1f} s"


def usable_on_a_projector(directory):
    _, page = checked(directory, "examples/bank.c")
    for width, height in ((1280, 720), (1024, 768), (1920, 1080)):
        shown = Shown(page, width=width, height=height)
        yield from (f"{width} x {height}: {p}" for p in shown.problems())
        if width >= 1280 and shown.b.js("document.documentElement.scrollHeight > innerHeight + 1"):
            yield f"{width} x {height}: the page has to be scrolled"
        if shown.b.js("document.getElementById('lanes').clientHeight") < 250:
            yield f"{width} x {height}: the lanes are too low"


def the_file_is_small_and_alone(directory):
    _, page = checked(directory, "examples/bank.c")
    text = page.read_text()
    if len(text) > 150_000:
        yield f"{len(text)} characters"
    if found := re.findall(r"(?:src|href)=[\"'][^\"'#]", text):
        yield f"it refers to other files: {found}"


def scheduled(directory, program, *args):
    """A page of the last safe schedule of a program, and the schedule."""
    heddle("schedule", "-q", "-o", directory / "safe", *args, program)
    files = [f for f in sorted((directory / "safe").glob("ivr-*.json")) if json.loads(f.read_text()).get("kind") == "safe"]
    return json.loads(files[-1].read_text()), page_of(files[-1], directory / "schedule.html")


def a_safe_schedule_is_a_tree_of_sections(directory):
    schedule, page = scheduled(directory, "examples/schedules/double_lock.c", "--first")
    shown = Shown(page)
    yield from shown.problems()
    titles = lambda: shown.b.js("[...document.querySelectorAll('.box')].map(b => b.getAttribute('aria-label'))")
    if titles() != ["T0 begins", "T0 lines 36, 37, 38, 39, 40", "T1 lines 22, 23, 24, 25, 26"]:
        yield f"the sections are {titles()}"
    edges = "[...document.querySelectorAll('.edge')].map(e => [e.classList[1], +e.dataset.from, +e.dataset.to])"
    if sorted(shown.b.js(edges)) != [["back", 2, 1], ["step", 0, 1], ["step", 1, 2]]:
        yield f"the edges are {shown.b.js(edges)}"
    shown.press("ArrowDown")
    if not shown.text("#position")[0].startswith("T0 lines 36") or [r[1:] for r in shown.table("threads")] != [["double_lock.c:36", "may wait"], ["double_lock.c:22", "may wait"]]:
        yield f"the arrow down leads to {shown.text('#position')} {shown.table('threads')}"
    if shown.text("#source .source-line.focused")[0].split()[:2] != ["T0", "36"]:
        yield f"the current line is {shown.text('#source .source-line.focused')}"
    shown.b.js("document.querySelector('#next-list button').click()")
    if not shown.text("#position")[0].startswith("T1 lines 22"):
        yield f"the button leads to {shown.text('#position')}"
    before = shown.b.js("document.querySelector('#graph svg > g').getAttribute('transform')")
    shown.press("+")
    if shown.b.js("document.querySelector('#graph svg > g').getAttribute('transform')") == before:
        yield "the key + changes nothing"
    shown.press("0")
    shown.b.js("document.getElementById('every-node').click()")
    if len(titles()) != len(schedule["nodes"]):
        yield f"{len(titles())} boxes for {len(schedule['nodes'])} nodes"


def formulas_of_a_schedule_are_read_by_people(directory):
    scheduled(directory, "examples/schedules/double_lock.c", "--first")
    file = next(directory.rglob("ivr-001.json"))
    schedule = json.loads(file.read_text())
    node = schedule["nodes"][0]
    node["facts"] = ["(<= (+ count 1) size)", "(= v3 0)", "(not (= turn (- 1)))"]
    node["edges"][0]["guard"] = ("(and (>= any0 (- 9223372036854775808)) (not (<= 9223372036854775808 any0)) "
                                 "(or (< any0 rounds) (= |of a struct| 0)))")
    file.write_text(json.dumps(schedule))
    run = heddle("report", file, "-o", directory / "formulas.html")
    if run.returncode != 0:
        yield run.stderr
    shown = Shown(directory / "formulas.html")
    yield from shown.problems()
    if (facts := shown.text("#facts code")) != ["(count + 1) \u2264 size", "turn \u2260 \u22121"]:
        yield f"facts: {facts}"
    if (guard := shown.text("#next-list code")) != ["(any0 < rounds) or (of a struct = 0)"]:
        yield f"guard: {guard}"


def a_large_schedule_has_all_its_steps(directory):
    schedule, page = scheduled(directory, "examples/schedules/check_then_lock.c", "--max", "30", "--time-limit", "20s")
    for dark in (False, True):
        shown = Shown(page, dark=dark)
        yield from shown.problems()
    boxes, edges = shown.b.js("[document.querySelectorAll('.box').length, document.querySelectorAll('.edge').length]")
    choices = sum(len(n["edges"]) > 1 for n in schedule["nodes"])
    if not choices < boxes < len(schedule["nodes"]) or edges < boxes - 1:
        yield f"{boxes} boxes and {edges} edges for {len(schedule['nodes'])} nodes, of which {choices} have a choice"
    reached = shown.b.js("""(() => { const out = {}; document.querySelectorAll('.edge').forEach(e => (out[e.dataset.from] ||= []).push(e.dataset.to));
      const seen = new Set(['0']), todo = ['0']; while (todo.length) for (const t of out[todo.pop()] || []) if (!seen.has(t)) { seen.add(t); todo.push(t); } return seen.size; })()""")
    if reached != boxes:
        yield f"{reached} of {boxes} boxes are connected"
    overlaps = shown.b.js("""(() => { const places = [...document.querySelectorAll('.box')].map(b => b.getAttribute('transform')); return places.length - new Set(places).size; })()""")
    if overlaps:
        yield f"{overlaps} boxes stand on others"


def a_schedule_has_no_sarif(directory):
    heddle("schedule", "-q", "--first", "-o", directory / "safe", "examples/schedules/double_lock.c")
    run = heddle("report", directory / "safe" / "ivr-001.json", "-o", directory / "x.sarif")
    if run.returncode != 3 or "safe schedule" not in run.stderr:
        yield f"exit code {run.returncode}: {run.stderr}"
    run = heddle("report", directory / "safe" / "ivr-001.json")
    if run.returncode != 0 or "and so on from thread 0 (main), line 36" not in run.stdout:
        yield f"as text: {run.stdout}{run.stderr}"


def the_page_of_the_tutorial(directory):
    """What docs/tutorial.md says about it."""
    _, page = checked(directory, "examples/tutorial/served.c")
    shown = Shown(page)
    if shown.text("#violation-list strong") != ["assertion failed: served == REQUESTS", "data race on served"]:
        yield f"the list is {shown.text('#violation-list strong')}"
    shown.b.js("document.querySelectorAll('#violation-list button')[1].click()")
    if [a[1:] for a in shown.arrows() if a[0] == "race"] != [[14, 15]]:
        yield f"the arrows are {shown.arrows()}"
    if not shown.position().startswith("step 15 of 15") or any(row[2] != "-" for row in shown.table("threads")):
        yield f"at the last step: {shown.position()} {shown.table('threads')}"
    if shown.text("#source .source-line.focused") != ["T1 T2 21 served++;"]:
        yield f"the current line is {shown.text('#source .source-line.focused')}"
    shown.press("k")
    if not shown.position().startswith("step 14 of 15"):
        yield f"the key k leads to {shown.position()}"


TESTS = [a_race_is_shown_with_lanes_arrows_and_source, keys_and_slider_move_through_the_execution, values_and_locks_at_a_step,
         a_deadlock_shows_the_ring, a_livelock_is_a_loop, several_violations_are_filtered, arrows_can_be_hidden_and_steps_shown,
         proofs_have_a_page_too, folded_rounds_are_said, nothing_from_a_source_becomes_code, a_missing_source_is_said,
         it_opens_elsewhere, light_and_dark_have_contrast, readable_without_eyes, ten_thousand_steps, usable_on_a_projector,
         the_file_is_small_and_alone, a_safe_schedule_is_a_tree_of_sections, formulas_of_a_schedule_are_read_by_people, a_large_schedule_has_all_its_steps, a_schedule_has_no_sarif,
         the_page_of_the_tutorial]

if __name__ == "__main__":
    with browser.Browser() as PAGES["browser"]:
        code = suite.run(TESTS, jobs=1)  # there is one browser
    sys.exit(code)
