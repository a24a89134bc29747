#!/usr/bin/env python3
"""Make the embedded demo bundle from the screen corpus.

Run from the checkout's top; VIGIE_CORPUS says where the corpus is (default ../shared/corpus). Needs optipng,
which loses nothing. The pictures and what they show are the corpus's; names, labels and planned positions are
set here, so that a person can follow. The planned position is the acted one, except on the step that goes wrong.
"""
import json
import os
import pathlib
import subprocess

CORPUS = pathlib.Path(os.environ.get("VIGIE_CORPUS", "../shared/corpus")) / "web" / "dev"
OUT = pathlib.Path(__file__).resolve().parent
SCREEN = {"index": 0, "x": 0, "y": 0, "width": 1366, "height": 768, "scale": 1.0}
IMAGERIE = {"type": "click_anchor", "role": "tab", "by_text": "Imagerie", "x_pct": 0.107, "y_pct": 0.3138, "button": "left"}

# Step, attempt, case of the corpus, label, what it should lead to, changes of the action.
STEPS = [
    (1, 1, "wd068", "Garder une preuve de l’état du dossier", "Le dossier est devant", {}),
    (2, 1, "wd071", "Lire le motif d’admission", "Le motif est lu", {}),
    (3, 1, "wd002", "Ouvrir l’onglet Biologie", "L’onglet Biologie est actif", {"role": "tab", "button": "left"}),
    (4, 1, "wd058", "Choisir le laboratoire Biochimie", "Le champ Laboratoire montre Biochimie", {}),
    (5, 1, "wd037", "Saisir les mots-clés de la note", "Les mots-clés sont dans le champ", {}),
    (6, 1, "wd015", "Enregistrer la note", "La note est enregistrée", {"role": "save"}),
    (7, 1, "wd032", "Fermer la boîte « Nouvelle prescription »", "La boîte est fermée", {}),
    # The agent says that it clicked the tab; its click fell into the address bar. On the second attempt it hits the tab.
    (8, 1, "wd077", "Ouvrir l’onglet Imagerie", "L’onglet Imagerie est actif", IMAGERIE),
    (8, 2, "wd001", "Ouvrir l’onglet Imagerie", "L’onglet Imagerie est actif", {}),
    (9, 1, "wd035", "Ouvrir le menu de l’échographie rénale", "Le menu de l’examen est affiché", {}),
    (10, 1, "wd033", "Ouvrir l’IRM cérébrale", "La visionneuse montre l’IRM", {}),
    (11, 1, "wd043", "Faire défiler l’historique des prescriptions", "La page a défilé", {}),
    (12, 1, "wd041", "Saisir le diagnostic principal I50.1", "Le code est dans le champ", {}),
    (13, 1, "wd073", "Décider du mode de facturation", "Une décision valide", {}),
]


def squeeze(name, source):
    """Recompress a picture, pixel for pixel."""
    target = OUT / name
    subprocess.run(["optipng", "-quiet", "-o2", "-strip", "all", "-clobber", "-out", target, source], check=True)


def event(step, attempt, case, label, expected, changes):
    """Turn a case of the corpus into an event of the demo, without its truth."""
    action = dict(case["action"])
    spec = action.pop("target_spec", None)
    if spec:
        action["by_text"] = spec["by_text"]
    result = dict(case["result"])
    if "actual_position" in result and "x_pct" in action:
        action.update(result["actual_position"])
    action.update(changes)
    context = {"monitor": SCREEN, "app_title": "Orméa DPI", **case.get("context", {})}
    context.update(label=label, expected_result=expected)
    name = f"{step:02d}-{attempt}"
    return {"session_id": "demo-ormea", "step_index": step, "step_total": STEPS[-1][0], "attempt": attempt,
            "id": f"s{step:02d}a{attempt}", "action": action, "result": result, "context": context,
            "screenshots": {"before": f"{name}-before.png", "after": [f"{name}-after.png"]}}


def main():
    lines = (CORPUS / "steps.jsonl").read_text(encoding="utf-8").splitlines()
    cases = {case["id"]: case for case in map(json.loads, lines)}
    for old in OUT.glob("*.png"):
        old.unlink()
    events = []
    for step, attempt, source, label, expected, changes in STEPS:
        case = cases[source]
        made = event(step, attempt, case, label, expected, changes)
        squeeze(made["screenshots"]["before"], CORPUS / case["screenshots"]["before"])
        squeeze(made["screenshots"]["after"][0], CORPUS / case["screenshots"]["after"][0])
        events.append(json.dumps(made, ensure_ascii=False, separators=(",", ":")))
    session = {"session_id": "demo-ormea", "workflow": "Dossier des urgences : note, imagerie et codage",
               "agent": "robot-demo", "started_at": "2026-11-30T13:34:00Z", "step_total": STEPS[-1][0],
               "mode": "supervised", "screen": {"width": 1366, "height": 768, "scale": 1.0}, "language": "fr"}
    (OUT / "steps.jsonl").write_text("\n".join(events) + "\n", encoding="utf-8")
    (OUT / "session.json").write_text(json.dumps(session, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


main()
