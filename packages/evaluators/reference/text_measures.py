#!/usr/bin/env python3
"""Reference values of rouge_n, bleu and levenshtein, by plain implementations of their own.

    python3 packages/evaluators/reference/text_measures.py > packages/evaluators/test/reference/text-measures.json

Written after the definitions and not after the TypeScript: ROUGE-N as the package rouge-score has it (lower case, no
stemmer), sentence BLEU as sacrebleu 2 has it (effective order, its four ways of smoothing), Levenshtein by the table of
distances. Texts have no punctuation, so that words are what stands between spaces, for all of them alike.
"""

import json
import math
import random
import sys
from collections import Counter

WORDS = ["the", "cat", "sat", "on", "mat", "a", "dog", "ran", "Paris", "is", "big", "was", "in", "Straße", "år", "7"]
LETTERS = ["a", "b", "c", "d", " ", "é", "日", "本", "😀", "👨‍👩‍👧", "🇨🇿", "e\u0301"]


def grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def rouge(prediction, target, n):
    p, t = grams(prediction.lower().split(), n), grams(target.lower().split(), n)
    shared = sum(min(count, p[gram]) for gram, count in t.items())
    precision = shared / max(sum(p.values()), 1)
    recall = shared / max(sum(t.values()), 1)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def bleu(hypothesis, references, smoothing, order=4):
    hyp, refs = hypothesis.split(), [reference.split() for reference in references]
    correct, total = [], []
    for n in range(1, order + 1):
        counts = grams(hyp, n)
        most = Counter()
        for ref in refs:
            most |= grams(ref, n)
        correct.append(sum(min(count, most[gram]) for gram, count in counts.items()))
        total.append(sum(counts.values()))
    if not any(correct) or not hyp:
        return 0.0
    closest = min((abs(len(ref) - len(hyp)), len(ref)) for ref in refs)[1]
    penalty = 1.0 if len(hyp) >= closest else math.exp(1 - closest / len(hyp))
    precisions, effective, halves = [0.0] * order, order, 1.0
    for n in range(order):
        if smoothing == "add-k" and n > 0:
            correct[n] += 1
            total[n] += 1
        if total[n] == 0:
            break
        effective = n + 1
        if correct[n] > 0:
            precisions[n] = correct[n] / total[n]
        elif smoothing == "exp":
            halves *= 2
            precisions[n] = 1 / (halves * total[n])
        elif smoothing == "floor":
            precisions[n] = 0.1 / total[n]
    if any(precision == 0 for precision in precisions[:effective]):
        return 0.0
    return penalty * math.exp(sum(math.log(precision) for precision in precisions[:effective]) / effective)


def levenshtein(a, b):
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        before, row = row, [i]
        for j, right in enumerate(b, 1):
            row.append(min(row[-1] + 1, before[j] + 1, before[j - 1] + (left != right)))
    return row[-1]


def main():
    chance = random.Random(20261122)

    def sentence(most):
        return " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, most)))

    values = {"rouge": [], "bleu": [], "levenshtein": []}
    for _ in range(60):
        prediction, target, n = sentence(12), sentence(12), chance.randint(1, 4)
        values["rouge"].append({"prediction": prediction, "target": target, "n": n, **rouge(prediction, target, n)})
    for _ in range(80):
        target = sentence(14)
        # Half of the time with much in common, as replies have.
        words = target.split()
        hypothesis = " ".join(word for word in words if chance.random() < 0.85) if chance.random() < 0.6 else sentence(14)
        hypothesis = hypothesis or sentence(3)
        references = [target] + [sentence(14) for _ in range(chance.randint(0, 2))]
        smoothing = chance.choice(["exp", "floor", "add-k", "none"])
        values["bleu"].append({"hypothesis": hypothesis, "references": references, "smoothing": smoothing, "score": bleu(hypothesis, references, smoothing)})
    for _ in range(80):
        a = [chance.choice(LETTERS) for _ in range(chance.randint(0, 90))]
        b = [letter for letter in a if chance.random() < 0.8] if chance.random() < 0.7 else [chance.choice(LETTERS) for _ in range(chance.randint(0, 70))]
        # Written composed, an e with its accent is the é of the list.
        same = lambda letters: ["é" if letter == "e\u0301" else letter for letter in letters]
        # Two flags in a row are cut in pairs, as all segmenters do.
        values["levenshtein"].append({"a": "".join(a), "b": "".join(b), "distance": levenshtein(same(a), same(b)), "longer": max(len(a), len(b))})
    json.dump(values, sys.stdout, ensure_ascii=False, indent=1)
    print()


main()
