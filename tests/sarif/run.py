#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""SARIF of real runs: against sarif.schema.json, against what a schema cannot say (indices, the order of the steps), and
against the JSON of the same run. Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
SCHEMA = jsonschema.Draft7Validator(json.loads((HERE / "sarif.schema.json").read_text()))


def heddle(*args, cwd=ROOT):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, capture_output=True, text=True, timeout=120)


def both(directory, *args, cwd=ROOT):
    """The result of a check and its SARIF."""
    result, sarif = directory / "result.json", directory / "result.sarif"
    run = heddle("check", "-q", "-o", result, *args, cwd=cwd)
    if run.returncode > 2:
        raise ValueError(run.stderr)
    run = heddle("report", result, "-o", sarif)
    if run.returncode != 0:
        raise ValueError(f"exit code {run.returncode}: {run.stderr}")
    return json.loads(result.read_text()), json.loads(sarif.read_text())


def locations(node):
    """Every location object inside of a result."""
    if isinstance(node, dict):
        if "artifactLocation" in node:
            yield node
        for child in node.values():
            yield from locations(child)
    elif isinstance(node, list):
        for child in node:
            yield from locations(child)


def check_result(result, run, violation):
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    if not rule["id"] == result["ruleId"] == violation["property"]:
        yield f"rule {rule['id']} and ruleId {result['ruleId']} of a violation of {violation['property']}"
    places = result["locations"] + result.get("relatedLocations", [])
    lines = [p["physicalLocation"]["region"]["startLine"] for p in places if "region" in p.get("physicalLocation", {})]
    if lines != [l["line"] for l in violation["locations"] if l["line"]]:
        yield f"the places are at lines {lines}"
    for place in locations(result):
        index = place["artifactLocation"]["index"]
        if run["artifacts"][index]["location"]["uri"] != place["artifactLocation"]["uri"]:
            yield f"artifact {index} is another file"
    steps = {}
    flows = result["codeFlows"][0]["threadFlows"] if "codeFlows" in result else []
    for flow in flows:
        orders = [l["executionOrder"] for l in flow["locations"]]
        if orders != sorted(orders):
            yield f"{flow['id']} goes back in time"
        for l in flow["locations"]:
            steps[l["executionOrder"]] = (flow["id"], l["location"].get("physicalLocation", {}).get("region", {}).get("startLine", 0))
    expected = {i + 1: (f"thread {s['thread']}", s["line"]) for i, s in enumerate(violation["trace"]["steps"])}
    if steps != expected:
        yield f"the steps are {steps}, expected {expected}"


def problems(result, sarif):
    for e in SCHEMA.iter_errors(sarif):
        yield f"{'/'.join(map(str, e.path))}: {e.message[:200]}"
    run = sarif["runs"][0]
    violations = result["violations"] + result["undefined_behaviour"]
    if len(run["results"]) != len(violations):
        yield f"{len(run['results'])} results for {len(violations)} violations"
        return
    for one, violation in zip(run["results"], violations):
        yield from check_result(one, run, violation)
    if run["properties"]["verdict"] != result["verdict"] or run["properties"]["properties"] != result["properties"]:
        yield "the verdicts are others"
    prints = [r["partialFingerprints"]["heddleViolation/v1"] for r in run["results"]]
    if len(set(prints)) != len(prints):
        yield "two violations have the same fingerprint"


def of_program(name, args):
    def test(directory):
        yield from problems(*both(directory, *args))
    test.__name__ = "sarif_of_" + name
    return test


def a_race_has_two_places_and_a_flow_for_each_thread(directory):
    result, sarif = both(directory, "examples/bank.c")
    race = next(r for r in sarif["runs"][0]["results"] if r["ruleId"] == "no-data-race")
    if [r["message"]["text"] for r in race["locations"] + race["relatedLocations"]] != [
            "thread 1 (deposit) writes balance, holding no lock", "thread 2 (deposit) reads balance, holding lock"]:
        yield f"the places say {race['locations']} {race['relatedLocations']}"
    flows = race["codeFlows"][0]["threadFlows"]
    if [f["message"]["text"] for f in flows] != ["thread 0 (main)", "thread 1 (deposit)", "thread 2 (deposit)"]:
        yield f"the flows are {[f['message'] for f in flows]}"
    essential = [l["location"]["message"]["text"] for f in flows for l in f["locations"] if l["importance"] == "essential"]
    if essential != ["thread 1 (deposit) writes balance = 110", "thread 2 (deposit) reads balance → 110"]:
        yield f"essential: {essential}"


def strange_names_are_uris_and_columns_are_characters(directory):
    folder = directory / "a b%ü"
    folder.mkdir()
    (folder / "x:y z.c").write_text("#include <assert.h>\nint main(void) { int x = 0; /* äöü */ assert(x); return 0; }\n")
    result, sarif = both(directory, "./x:y z.c", cwd=folder)
    yield from problems(result, sarif)
    run = sarif["runs"][0]
    base = run["originalUriBaseIds"]["SRCROOT"]["uri"]
    if urllib.parse.unquote(urllib.parse.urlparse(base).path) != str(folder) + "/":
        yield f"the root is {base}"
    place = run["results"][0]["locations"][0]["physicalLocation"]
    if urllib.parse.unquote(place["artifactLocation"]["uri"]) != "./x:y z.c":
        yield f"the file is {place['artifactLocation']}"
    line = (folder / "x:y z.c").read_text().split("\n")[1]
    if line[place["region"]["startColumn"] - 1:].find("assert") != 0:
        yield f"column {place['region']['startColumn']} of {line}"


def unknown_is_a_notification(directory):
    result, sarif = both(directory, "tests/report/unknown_function.c")
    notes = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    if "unmodelled call" not in [n["descriptor"]["id"] for n in notes] or sarif["runs"][0]["results"]:
        yield f"notifications: {notes}"


def check_writes_it_too(directory):
    run = heddle("check", "-q", "--report", directory / "a.sarif", "--report", directory / "b.txt", "examples/bank.c")
    if run.returncode != 1 or SCHEMA.is_valid(json.loads((directory / "a.sarif").read_text())) is False:
        yield f"exit code {run.returncode}: {run.stderr}"
    if not (directory / "b.txt").read_text().endswith("verdict: false(unreach-call,no-data-race)\n"):
        yield "the text is not the text of the check"


def a_fingerprint_does_not_depend_on_lines(directory):
    prints = []
    for before in ("", "/* one line\n   more */\n"):
        (directory / "bank.c").write_text(before + (ROOT / "examples" / "bank.c").read_text())
        _, sarif = both(directory, "bank.c", cwd=directory)
        prints.append([r["partialFingerprints"] for r in sarif["runs"][0]["results"]])
    if prints[0] != prints[1]:
        yield f"{prints}"


def changed_and_missing_sources(directory):
    (directory / "bank.c").write_text((ROOT / "examples" / "bank.c").read_text())
    both(directory, "bank.c", cwd=directory)
    (directory / "bank.c").write_text("int main(void) { return 0; }\n")
    run = heddle("report", directory / "result.json")
    if run.returncode != 3 or run.stdout or "has changed since" not in run.stderr:
        yield f"changed: exit code {run.returncode}: {run.stderr}"
    (directory / "bank.c").unlink()
    run = heddle("report", "--format", "sarif", directory / "result.json")
    if run.returncode != 0 or "bank.c cannot be read" not in run.stderr:
        yield f"missing: exit code {run.returncode}: {run.stderr}"
    for e in SCHEMA.iter_errors(json.loads(run.stdout)):
        yield f"missing: {e.message[:200]}"


def wrong_use_is_refused(directory):
    both(directory, "examples/bank.c")
    for args, says in [(["-o", directory / "x.docx"], "the ending of the name"), (["--violation", "9"], "holds 2 violations"),
                       (["--format", "pdf"], "will not do"), (["-q", "--full-trace"], "contradict")]:
        run = heddle("report", directory / "result.json", *args)
        if run.returncode != 3 or says not in run.stderr or run.stdout:
            yield f"{args}: exit code {run.returncode}: {run.stderr}"
    run = heddle("report")
    if run.returncode != 3 or "no file to report" not in run.stderr:
        yield f"no file: {run.stderr}"


def one_violation_of_several(directory):
    both(directory, "examples/bank.c")
    run = heddle("report", "--violation", "2", "--format", "sarif", directory / "result.json")
    if [r["ruleId"] for r in json.loads(run.stdout)["runs"][0]["results"]] != ["no-data-race"]:
        yield run.stdout[:200]


def text_is_that_of_the_check(directory):
    text = heddle("check", "-o", directory / "result.json", "examples/philosophers.c").stdout
    again = heddle("report", directory / "result.json").stdout
    steady = lambda t: [l for l in t.split("\n") if not re.match(r"✓|\w+, .* MiB|replay:", l)]
    if steady(text) != steady(again):
        yield f"the check says\n{text}\nand the report\n{again}"


TESTS = [of_program(pathlib.Path(args[-1]).stem, args) for args in (
    ["examples/bank.c"], ["--all", "examples/bank.c"], ["examples/philosophers.c"], ["--property", "termination", "examples/polite.c"],
    ["tests/report/undefined_behaviour_is_no_violation.c"], ["tests/report/unknown_function.c"], ["tests/report/all_proven.c"],
    ["tests/report/long_loop_is_folded.c"], ["--property", "termination", "tests/report/endless_loop_of_its_own.c"])] + [
    a_race_has_two_places_and_a_flow_for_each_thread, strange_names_are_uris_and_columns_are_characters,
    unknown_is_a_notification, check_writes_it_too, a_fingerprint_does_not_depend_on_lines, changed_and_missing_sources,
    wrong_use_is_refused, one_violation_of_several, text_is_that_of_the_check]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
