#!/usr/bin/env python3
"""Makes this folder's bundle again: cases of the development corpora, for a clone that has none of them.

    VIGIE_CORPUS=../shared/corpus python3 testdata/corpus/make.py

The corpora are looked for at VIGIE_CORPUS, by default ../shared/corpus beside the checkout. Each case keeps its event
as the agent sent it, truth included; only the session, the numbering and the names of the pictures are the bundle's own.
A picture is named by what it holds, so that two cases that share one share the file. Where optipng is installed the
pictures are recompressed, without loss. After a change of the choice make the baseline again:

    bin/vigie score testdata/corpus --write-baseline testdata/corpus/baseline.json
"""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SESSION = {
    "session_id": "committed-cases",
    "workflow": "committed_cases",
    "agent": "corpus",
    "started_at": "2026-11-30T13:30:00Z",
    "mode": "supervised",
    "language": "fr",
    "planned_positions": "varied",
}
MAX_BYTES = 8 << 20

# What was chosen, and what makes each hard to tell.
CHOICE = {
    "web": {
        "wd003": "the browser's own icon bears the label's look",
        "wd012": "words of browsers stand beside the button",
        "wd016": "saved without a message: only the mark in the title went",
        "wd021": "still saving",
        "wd031": "the box is half faded",
        "wd034": "selected instead of opened",
        "wd036": "a small tooltip, scale 1.25",
        "wd040": "letters with accents got lost",
        "wd049": "the tab was activated, not closed",
        "wd060": "the value shows, but in the open list",
        "wd062": "ticked before: the click took the tick away",
        "wd064": "an error page under the right address",
        "wd070": "validé inside of non validé",
        "wd072": "an empty value",
        "wd073": "a valid decision",
        "wd076": "only a person or a model can tell",
        "wd087": "a box where a page was to open",
        "wd094": "the anchor came into view",
        "wd103": "a table of six rows",
        "wd111": "written in capitals on the screen",
        "wd114": "the same label on another card",
        "wd120": "the pointer rests beside the icon",
        "wd139": "dots in a field, which are never read",
        "wd143": "an animated bar",
        "wd161": "the neighbour was chosen",
    },
    "native": {
        "n002": "scrolled, but not far enough",
        "n005": "the mark of the changed document stays",
        "n010": "a bar at 40 %",
        "n013": "no window yet: a nearly empty screen",
        "n016": "the double click fell on empty ground",
        "n024": "the box closed, by the other button",
        "n026": "the tab went, scale 2",
        "n037": "another window covers the program",
        "n041": "proved by the file system or not at all",
        "n049": "dropped where it belongs",
        "n063": "the strokes of a secret got lost",
        "n064": "the copy does not exist",
        "n066": "a left click in place of a right one",
        "n074": "a question in place of a closed window",
        "n088": "only a caret and a frame tell",
        "n089": "active before: not a pixel changed",
        "n105": "another program's box took the click",
    },
    "field": {
        "fd006": "white text on a selected row, dark",
        "fd012": "a caret blinks beside a dead click",
        "fd022": "a chat widget over the button, scale 2",
        "fd038": "desktop coordinates of a screen left of the main one",
        "fd044": "a toast in the second of four pictures",
        "fd056": "another keyboard layout: one letter differs",
        "fd063": "a tooltip came up, nothing else",
        "fd066": "the page changed wholly, scale 1.75",
        "fd073": "the agent says it failed, it is still at work",
        "fd074": "the agent says it failed, the effect is there",
    },
}


def corpora():
    """The folder of the corpora."""
    return pathlib.Path(os.environ.get("VIGIE_CORPUS") or HERE.parents[2] / "shared" / "corpus")


def events(folder):
    """The events of one corpus, by id."""
    lines = (folder / "steps.jsonl").read_text(encoding="utf-8").splitlines()
    return {event["id"]: event for event in map(json.loads, lines)}


def keep(path):
    """Copies a picture here under the name of its content and returns the name."""
    name = hashlib.sha256(path.read_bytes()).hexdigest()[:12] + path.suffix
    if not (HERE / name).exists():
        shutil.copyfile(path, HERE / name)
        if path.suffix == ".png" and shutil.which("optipng"):
            subprocess.run(["optipng", "-quiet", "-o2", "-strip", "all", HERE / name], check=True)
    return name


def renew(event, folder, number, total):
    """The event as a step of this bundle."""
    shots = event.get("screenshots", {})
    event = dict(event, session_id=SESSION["session_id"], step_index=number, step_total=total)
    if shots:
        event["screenshots"] = dict(shots)
        if shots.get("before"):
            event["screenshots"]["before"] = keep(folder / shots["before"])
        event["screenshots"]["after"] = [keep(folder / name) for name in shots.get("after", [])]
    return event


def facets(event):
    """What a choice must not leave out: the kind of action, the kind of failure, the scale of the screen."""
    truth, monitor = event["truth"], event.get("context", {}).get("monitor", {})
    yield "action " + event["action"]["type"]
    yield f"truth {truth['effect']} {truth['category']}"
    yield f"scale {float(monitor['scale'])}" if "scale" in monitor else "no scale"


def main():
    root, chosen, wanted = corpora(), [], set()
    for part, picks in CHOICE.items():
        folder = root / part / "dev"
        known = events(folder)
        wanted.update(facet for event in known.values() for facet in facets(event))
        chosen += [(known[pick], folder) for pick in picks]
    missing = wanted - {facet for event, _ in chosen for facet in facets(event)}
    if missing:
        sys.exit("the choice leaves out: " + ", ".join(sorted(missing)))
    steps = [renew(event, folder, i + 1, len(chosen)) for i, (event, folder) in enumerate(chosen)]
    named = {name for s in steps for name in [s["screenshots"].get("before"), *s["screenshots"]["after"]] if name}
    for path in [*HERE.glob("*.png"), *HERE.glob("*.jpg")]:
        if path.name not in named:
            path.unlink()
    session = dict(SESSION, step_total=len(steps))
    (HERE / "session.json").write_text(json.dumps(session, indent=2) + "\n", encoding="utf-8")
    lines = [json.dumps(step, ensure_ascii=False, separators=(",", ":")) + "\n" for step in steps]
    (HERE / "steps.jsonl").write_text("".join(lines), encoding="utf-8")
    size = sum((HERE / name).stat().st_size for name in named)
    print(f"{len(steps)} cases, {len(named)} pictures, {size / (1 << 20):.1f} MiB")
    if size > MAX_BYTES:
        sys.exit(f"the pictures have {size} bytes, more than the limit of {MAX_BYTES}")


if __name__ == "__main__":
    main()
