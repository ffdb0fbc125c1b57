"""Writes reference.json: answers of simulated workers, and what crowd-kit, krippendorff and the formula of C28 make of them.

pip install crowd-kit==1.4.1 krippendorff==0.9.0; python make-reference.py > reference.json
"""

import json
import math
import random

import krippendorff
import pandas
from crowdkit.aggregation import DawidSkene, MajorityVote


def bayes(options, answers):
    """The posterior of C28 with the golden counts of each answer."""
    weights = {}
    for option in options:
        weights[option] = 1.0
        for value, correct, total in answers:
            q = min(max((3 + correct) / (5 + total), 1 / len(options)), 0.99)
            weights[option] *= q if value == option else (1 - q) / (len(options) - 1)
    return {option: weight / sum(weights.values()) for option, weight in weights.items()}


def simulate(rng, options, tasks, workers, per_task):
    truth = {f"t{task}": rng.choice(options) for task in range(tasks)}
    accuracy = {f"w{worker}": rng.choice([0.5, 0.7, 0.85, 0.95]) for worker in range(workers)}
    rows = []
    for task, right in truth.items():
        for worker in rng.sample(sorted(accuracy), rng.randint(1, per_task)):
            wrong = [option for option in options if option != right]
            rows.append((task, worker, right if rng.random() < accuracy[worker] else rng.choice(wrong)))
    return rows


def alpha(rows, level):
    workers = sorted({worker for _, worker, _ in rows})
    tasks = sorted({task for task, _, _ in rows})
    values = sorted({value for _, _, value in rows})
    code = {value: float(value) if level == "interval" else float(values.index(value)) for value in values}
    cells = {(worker, task): code[value] for task, worker, value in rows}
    table = [[cells.get((worker, task), math.nan) for task in tasks] for worker in workers]
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement=level))


def main():
    rng = random.Random(28)
    cases = []
    for options, tasks, workers, per_task in [
        (["no", "yes"], 40, 8, 5), (["a", "b", "c"], 60, 12, 6), (["1", "2", "3", "4", "5"], 50, 10, 7),
    ]:
        rows = simulate(rng, options, tasks, workers, per_task)
        frame = pandas.DataFrame(rows, columns=["task", "worker", "label"])
        level = "interval" if options[0] == "1" else "nominal"
        answers = [(rng.choice(options), rng.randint(0, 5), rng.randint(5, 12)) for _ in range(7)]
        cases.append({
            "options": options, "labels": rows, "level": level,
            "majority": MajorityVote().fit_predict_proba(frame).to_dict(orient="index"),
            "dawidSkene": DawidSkene().fit_predict_proba(frame).to_dict(orient="index"),
            "alpha": alpha(rows, level),
            "answers": answers, "posterior": bayes(options, answers),
        })
    print(json.dumps(cases))


main()
