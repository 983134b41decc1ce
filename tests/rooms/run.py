#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The walls of the house. Three places say what a room may touch, and they must agree: the last line of its README
(`Allowed: base model`), its heddle_room line in CMakeLists.txt, and the #include lines of its files. Libraries stay in the
room that hides them. There is no list of exceptions.

docs/architecture.md shows what each room includes today; `run.py --update` writes that table anew."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
SOURCES = {".h", ".cpp", ".def", ".c", ".in"}
MAX_LINES = 600
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- what rooms include: begin -->", "<!-- what rooms include: end -->"
# Library headers, by how their names start, and the rooms that may include them.
LIBRARIES = {
    "llvm": {"frontend", "instrument"},
    "clang": {"frontend"},
    "nlohmann/": {"report", "judge", "batch", "builds"},
    "CLI/": {"options"},
    "yaml-cpp/": {"options", "witness"},
    "minisat/": {"smt"},
    "z3": {"smt"},
    "ppl": {"domains"},
    "gmp": {"domains"},
}


def rooms():
    """Every directory src/ROOM or src/engines/ROOM."""
    for directory in sorted(p for p in SRC.iterdir() if p.is_dir()):
        if directory.name == "engines":
            yield from ("engines/" + p.name for p in sorted(directory.iterdir()) if p.is_dir())
        else:
            yield directory.name


def sources(room):
    return sorted(p for p in (SRC / room).rglob("*") if p.is_file() and p.suffix in SOURCES)


def allowed_by_readme(room):
    readme = SRC / room / "README.md"
    if not readme.is_file():
        return None, "has no README.md"
    last = readme.read_text().rstrip().split("\n")[-1]
    if not last.startswith("Allowed:"):
        return None, "README.md does not end with its `Allowed:` line"
    return set(last[len("Allowed:"):].split()), None


def allowed_by_cmake():
    lines = re.findall(r"^heddle_room\(([^)]*)\)", (ROOT / "CMakeLists.txt").read_text(), re.M)
    return {words[0]: set(words[1:]) for words in (line.split() for line in lines)}


def includes(path):
    for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
        if found := re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line):
            yield number, found[1], found[2]


def room_of(include, all_rooms):
    return next((r for r in all_rooms if include.startswith(r + "/")), None)


def check_includes(room, all_rooms, allowed):
    for path in sources(room):
        for number, quote, name in includes(path):
            where = f"{path.relative_to(ROOT)}:{number}"
            for start, homes in LIBRARIES.items():
                if quote == "<" and name.startswith(start) or name.startswith(start.rstrip("/") + "/"):
                    if room not in homes:
                        yield f"{where}: <{name}> belongs to {', '.join(sorted(homes))} only"
            other = room_of(name, all_rooms) if quote == '"' else None
            if other and other != room and other not in allowed:
                yield f"{where}: {room} may not include {other} (allowed: {' '.join(sorted(allowed)) or 'nothing'})"


def check_names(room):
    """Reports and results are the same for every engine, so they name none. lasso and walk are words, too."""
    if room in {"report", "trace"}:
        for path in sources(room):
            for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
                if found := re.search(r'\b(?:explore|bmc-\w+|impact|induction|invariants|ranking)\b|"(?:lasso|walk)"', line):
                    yield f"{path.relative_to(ROOT)}:{number}: {room} names the engine {found[0]}"


def check_heads(room):
    for path in sources(room):
        if path.suffix in {".h", ".cpp", ".def"}:
            lines = path.read_text(errors="replace").split("\n")
            if not lines[0].startswith("// SPDX-License-Identifier: "):
                yield f"{path.relative_to(ROOT)}:1: the SPDX line is missing"
            for number, line in enumerate(lines, 1):
                if found := re.search(r"\bseed 00\d\b", line):
                    yield f"{path.relative_to(ROOT)}:{number}: `{found[0]}` says nothing to a reader; name authors, title, venue and year"
            if len(lines) > MAX_LINES:
                yield f"{path.relative_to(ROOT)}: {len(lines)} lines; more than {MAX_LINES} are no longer one idea"


def check_switches(room):
    """A switch over builtins has no `default`, so that a new builtin does not compile until every room has an answer."""
    for path in sources(room):
        text = path.read_text(errors="replace")
        for found in re.finditer(r"switch \([^;{}]*\) \{", text):
            depth, at, own = 1, found.end(), ""
            while depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                own += text[at] if depth == 1 else ""
                at += 1
            if "default:" in own and "case Builtin::" in own.replace("model::", ""):
                line = text.count("\n", 0, found.start()) + 1
                yield f"{path.relative_to(ROOT)}:{line}: a switch over builtins has a `default`"


def check_room(room, all_rooms, cmake):
    allowed, problem = allowed_by_readme(room)
    if problem:
        return [f"src/{room}: {problem}"]
    problems = []
    if room not in cmake:
        problems.append(f"src/{room}: no heddle_room line in CMakeLists.txt")
    elif cmake[room] != allowed:
        problems.append(f"src/{room}: README allows {sorted(allowed)}, CMakeLists.txt {sorted(cmake[room])}")
    for other in sorted(allowed - set(all_rooms)):
        problems.append(f"src/{room}: README allows {other}, which is no room")
    problems += check_includes(room, all_rooms, allowed)
    return problems + [p for check in (check_heads, check_switches, check_names) for p in check(room)]


def included_rooms(room, all_rooms):
    found = {room_of(name, all_rooms) for path in sources(room) for _, quote, name in includes(path) if quote == '"'}
    return sorted(found - {room, None}, key=all_rooms.index)


def levels(uses):
    """The rooms from the ground up: each one above all that it includes."""
    level = {}
    while len(level) < len(uses):
        ready = [r for r in uses if r not in level and all(u in level for u in uses[r])]
        if not ready:
            raise SystemExit("FAILED rooms include each other in a ring: " + " ".join(sorted(set(uses) - set(level))))
        level.update({r: 1 + max((level[u] for u in uses[r]), default=-1) for r in ready})
    return level


def table(all_rooms):
    uses = {room: included_rooms(room, all_rooms) for room in all_rooms}
    level = levels(uses)
    lines = ["| room | includes |", "|---|---|"]
    for room in sorted(all_rooms, key=lambda r: (level[r], r)):
        lines.append(f"| [{room}](../src/{room}/README.md) | {', '.join(uses[room]) or 'no other'} |")
    return "\n".join(lines) + "\n"


def page_with_table(all_rooms):
    """What the page says now, and what it should say."""
    text = PAGE.read_text()
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return text, head + BEGIN + "\n" + table(all_rooms) + END + tail


def main():
    all_rooms = list(rooms())
    if "--update" in sys.argv[1:]:
        PAGE.write_text(page_with_table(all_rooms)[1])
        return 0
    cmake = allowed_by_cmake()
    failed = 0
    for room in all_rooms:
        problems = check_room(room, all_rooms, cmake)
        failed += bool(problems)
        for p in problems:
            print("FAILED", p)
    for room in sorted(set(cmake) - set(all_rooms)):
        failed += 1
        print(f"FAILED CMakeLists.txt: heddle_room({room}) has no directory")
    now, right = page_with_table(all_rooms)
    if now != right:
        failed += 1
        print("FAILED docs/architecture.md does not show what the rooms include; run tests/rooms/run.py --update")
    print(f"{len(all_rooms) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
