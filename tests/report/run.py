#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the reports of real runs to their contracts: the JSON to docs/result.schema.json and to the rules between fields
that a schema cannot say, the text to its last line and to what a reader must find in it. Standard library only.

Every C file beside this one is a test; its top comments say
  // flags: --property termination     arguments for `heddle check`
  // verdict: false(no-data-race)      the last line of the text
  // shows: data race on balance       a part of the text, any number of times

Usage: run.py [part of a name]     HEDDLE names the tool.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCHEMA = json.loads((ROOT / "docs" / "result.schema.json").read_text())
LARGEST = 1_000_000  # bytes of JSON; what repeats is folded
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "null": lambda v: v is None,
}
KNOWN_WORDS = {"$schema", "$defs", "$ref", "title", "type", "enum", "minimum", "required", "properties", "additionalProperties", "items", "minItems", "maxItems", "pattern", "oneOf", "const"}


def check_schema(value, schema, path):
    """Yields a sentence for everything in `value` that `schema` does not allow."""
    unknown = set(schema) - KNOWN_WORDS
    assert not unknown, f"the validator does not know {unknown}"
    if "$ref" in schema:
        yield from check_schema(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], path)
        return
    if "oneOf" in schema and sum(not list(check_schema(value, one, path)) for one in schema["oneOf"]) != 1:
        yield f"{path} is {value!r}, not of one of {schema['oneOf']}"
    if "const" in schema and value != schema["const"]:
        yield f"{path} is {value!r}, not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path} is {value!r}, not one of {schema['enum']}"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(TYPES[t](value) for t in types):
        yield f"{path} is {value!r}, not {' or '.join(types)}"
        return
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{path} is {value!r}, which does not match {schema['pattern']}"
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{path} is {value}, less than {schema['minimum']}"
    if isinstance(value, list) and not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{path} has {len(value)} items"
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from check_schema(item, schema["items"], f"{path}[{i}]")
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{path} lacks {key}"
        for key, item in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if inner is not None:
                yield from check_schema(item, inner, f"{path}.{key}")


def check_rules(result, exit_code):
    """Yields what is wrong between the fields."""
    verdicts = list(result["properties"].values())
    expected = "false" if "false" in verdicts else "true" if verdicts and set(verdicts) == {"true"} else "unknown"
    if result["verdict"] != expected:
        yield f"verdict is {result['verdict']}, but the properties give {expected}"
    if exit_code != {"true": 0, "false": 1, "unknown": 2}[result["verdict"]]:
        yield f"exit code {exit_code} for verdict {result['verdict']}"
    if sorted(result["property"].split(",")) != sorted(result["properties"]):
        yield "property and properties name different properties"
    # beside a violation, a property that stays open has a reason where more search would not help
    if (result["verdict"] == "unknown" or "unknown" not in verdicts) and (result["verdict"] == "unknown") != (result["reason"] is not None):
        yield f"verdict {result['verdict']} with reason {result['reason']!r}"
    violated = {v["property"] for v in result["violations"]}
    if violated != {p for p, v in result["properties"].items() if v == "false"}:
        yield f"violations of {violated} do not fit the properties"
    if len(result["input"]["files"]) != len(result["input"]["sha256"]):
        yield "not one hash per file"
    for key in ("violations", "undefined_behaviour"):
        for i, v in enumerate(result.get(key, [])):
            yield from check_violation(v, f"{key}[{i}]")


def check_violation(v, path):
    threads = {t["id"] for t in v["trace"]["threads"]}
    steps = v["trace"]["steps"]
    if 0 not in threads:
        yield f"{path}: no main thread"
    if not steps and v["trace"]["lasso_start"] is None:
        yield f"{path}: empty trace"
    if not v["locations"]:
        yield f"{path}: no location"
    if v["kind"] == "data-race" and len(v["locations"]) != 2:
        yield f"{path}: a race has two locations"
    for s in steps + v["locations"]:
        if s["thread"] not in threads:
            yield f"{path}: thread {s['thread']} is not listed"
    lasso = v["trace"]["lasso_start"]
    if (v["property"] == "termination") != (lasso is not None):
        yield f"{path}: lasso_start {lasso} for {v['property']}"
    if lasso is not None and lasso > len(steps):
        yield f"{path}: lasso_start {lasso} with {len(steps)} steps"
    for i, s in enumerate(steps):
        for r in s["repeats"]:
            if r["rounds"] < 3 or r["steps"] < 1 or i + 2 * r["steps"] > (lasso if lasso is not None and i < lasso else len(steps)):
                yield f"{path}: steps[{i}] repeats in a way that cannot be: {r}"
            elif [(a["event"], a["thread"]) for a in steps[i:i + r["steps"]]] != [(a["event"], a["thread"]) for a in steps[i + r["steps"]:i + 2 * r["steps"]]]:
                yield f"{path}: the last round of steps[{i}] is another one than the first"


def run(tool, source, *arguments):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return subprocess.run([*tool, "check", "--time-limit", "20s", *arguments, source.name], cwd=source.parent, env=environment,
                          capture_output=True, timeout=120)


def json_problems(tool, source, flags):
    done = run(tool, source, "--format", "json", *flags)
    if done.returncode not in (0, 1, 2):
        return [f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}"]
    try:
        result = json.loads(done.stdout.decode("utf-8"))
    except ValueError as e:
        return [f"standard output is not one JSON object: {e}"]
    if len(done.stdout) > LARGEST:
        return [f"{len(done.stdout)} bytes of JSON"]
    return list(check_schema(result, SCHEMA, "result")) or list(check_rules(result, done.returncode))


def text_problems(tool, source, flags, verdict, shows):
    done = run(tool, source, *flags)
    page = done.stdout.decode("utf-8", errors="replace")
    if not page.endswith(f"verdict: {verdict}\n"):
        yield f"the last line is not `verdict: {verdict}`"
    joined = re.sub(r"\n +", " ", page)  # long sentences are wrapped
    for part in shows:
        if part not in page and part not in joined:
            yield f"the text does not show `{part}`"
    if "\033" in page:
        yield "colour on a pipe"


def problems_of(tool, source):
    comments = re.findall(r"^// (flags|verdict|shows): (.*)$", source.read_text(errors="replace"), re.MULTILINE)
    flags = [f for key, text in comments if key == "flags" for f in shlex.split(text)]
    verdict = next(text for key, text in comments if key == "verdict")
    shows = [text for key, text in comments if key == "shows"]
    problems = json_problems(tool, source, flags)
    return problems or list(text_problems(tool, source, flags, verdict, shows))


def main():
    tool = shlex.split(os.environ.get("HEDDLE", str(ROOT / "heddle")))
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    passed = failed = 0
    for source in sorted(HERE.glob("*.c")):
        if part not in source.stem:
            continue
        problems = problems_of(tool, source)
        passed, failed = passed + (not problems), failed + bool(problems)
        for p in problems:
            print(f"{source.stem}: {p}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
