"""Permutations, clustered errors, variance parts, agreement, calibration and ranking, each by a second implementation that goes another way.

Writes test/reference/estimators.json.
"""
import itertools
import json
import pathlib
import numpy as np
from scipy import optimize, stats

rng = np.random.default_rng(11)


def permutations():
    """Every arrangement by itertools; for one value on each side also SciPy's own permutation test."""
    cases = []
    for shape in ([(1, 1)] * 7, [(2, 3), (3, 2), (1, 2)], [(2, 2), (2, 2), (1, 3)]):
        units = [{"before": np.round(rng.uniform(size=a), 1).tolist(), "after": np.round(rng.uniform(size=b) * 0.8, 1).tolist(),
                  "weight": float(rng.integers(1, 4))} for a, b in shape]
        total = sum(unit["weight"] for unit in units)

        def difference(arrangement):
            return sum(unit["weight"] / total * (np.mean(after) - np.mean(before)) for unit, (before, after) in zip(units, arrangement))

        def splits(unit):
            pool = unit["before"] + unit["after"]
            for chosen in itertools.combinations(range(len(pool)), len(unit["after"])):
                yield [pool[i] for i in range(len(pool)) if i not in chosen], [pool[i] for i in chosen]

        observed = difference([(unit["before"], unit["after"]) for unit in units])
        every = np.array([difference(arrangement) for arrangement in itertools.product(*(list(splits(unit)) for unit in units))])
        cases.append({"units": units, "difference": observed, "less": float(np.mean(every <= observed + 1e-9)),
                      "greater": float(np.mean(every >= observed - 1e-9)), "two-sided": float(np.mean(np.abs(every) >= abs(observed) - 1e-9))})
        if all(len(unit["before"]) == 1 == len(unit["after"]) for unit in units):
            flips = np.array([unit["weight"] * (unit["after"][0] - unit["before"][0]) for unit in units])
            found = stats.permutation_test((flips, np.zeros(len(flips))), lambda x, y, axis: np.sum(x - y, axis=axis), permutation_type="samples",
                                           vectorized=True, alternative="less", n_resamples=np.inf)
            assert abs(found.pvalue - cases[-1]["less"]) < 1e-12
    return cases


def clustered_errors():
    """The sandwich written out with matrices, for rows: CR2 by the inverse root of I - H of each cluster. Weights are 1 there."""
    cases = []
    for weighted in (False, True):
        clusters = np.repeat(np.arange(9), [1, 2, 5, 3, 1, 4, 4, 2, 6])
        scores = rng.beta(2, 1, size=len(clusters)) * 0.5 + rng.uniform(size=9)[clusters] * 0.5
        weights = rng.choice([1.0, 5.0], len(clusters)) if weighted else np.ones(len(clusters))
        bread = 1 / weights.sum()
        mean = bread * (weights * scores).sum()
        residuals = scores - mean
        meat = {"CR0": 0.0, "CR2": 0.0}
        for cluster in range(9):
            inside = clusters == cluster
            meat["CR0"] += (weights[inside] @ residuals[inside]) ** 2
            hat = np.ones((inside.sum(), 1)) * bread @ np.ones((1, inside.sum())) * weights[inside]
            values, vectors = np.linalg.eigh(np.eye(inside.sum()) - (hat + hat.T) / 2)
            meat["CR2"] += (weights[inside] @ (vectors @ np.diag(values**-0.5) @ vectors.T) @ residuals[inside]) ** 2
        errors = {"CR0": bread * meat["CR0"] ** 0.5, "CR1": bread * (meat["CR0"] * 9 / 8) ** 0.5}
        if not weighted:
            errors["CR2"] = bread * meat["CR2"] ** 0.5
        cases.append({"sums": [float((weights * scores)[clusters == c].sum()) for c in range(9)],
                      "weights": [float(weights[clusters == c].sum()) for c in range(9)], "mean": mean, "errors": errors})
    return cases


def variance_parts():
    """The expected sums of squares as traces of matrices, then three linear equations."""
    cases = []
    for with_judges in (True, False):
        data = []
        for _ in range(12):
            case = rng.normal(0, 1.0)
            repeats = []
            for _ in range(rng.integers(1, 5)):
                repeat = case + rng.normal(0, 0.7)
                repeats.append(np.round(repeat + rng.normal(0, 0.4, size=rng.integers(1, 4) if with_judges else 1), 4).tolist())
            data.append(repeats)
        y = np.array([value for repeats in data for values in repeats for value in values])
        case_of = np.array([i for i, repeats in enumerate(data) for values in repeats for _ in values])
        repeat_of = np.array([k for k, values in enumerate(v for repeats in data for v in repeats) for _ in values])
        z_case = (case_of[:, None] == np.unique(case_of)).astype(float)
        z_repeat = (repeat_of[:, None] == np.unique(repeat_of)).astype(float)
        ones = np.ones((len(y), 1))

        def projection(z):
            return z @ np.linalg.pinv(z.T @ z) @ z.T

        quadratics = [projection(z_case) - projection(ones), projection(z_repeat) - projection(z_case), np.eye(len(y)) - projection(z_repeat)]
        parts = [z_case @ z_case.T, z_repeat @ z_repeat.T, np.eye(len(y))]
        if not with_judges:
            quadratics, parts = quadratics[:2], parts[:2]
        system = np.array([[np.trace(q @ part) for part in parts] for q in quadratics])
        solved = np.linalg.solve(system, [y @ q @ y for q in quadratics])
        cases.append({"cases": data, "parts": solved.tolist()})
    return cases


def kappa_of(table, power):
    """By lists of single ratings: observed disagreement over that of all pairs of ratings."""
    table = np.array(table)
    pairs = [(i, j) for i in range(len(table)) for j in range(len(table)) for _ in range(table[i, j])]
    penalty = (lambda d: float(d != 0)) if power == 0 else (lambda d: abs(d) ** power)
    observed = np.mean([penalty(i - j) for i, j in pairs])
    expected = np.mean([penalty(i - j) for i, _ in pairs for _, j in pairs])
    return 1 - observed / expected


def kappas():
    tables = [[[20, 5], [10, 15]], rng.integers(0, 9, (4, 4)).tolist(), [[8, 0, 1], [2, 5, 0], [0, 1, 9]]]
    return [{"table": table, "none": kappa_of(table, 0), "linear": kappa_of(table, 1), "quadratic": kappa_of(table, 2)} for table in tables]


def alpha_of(units, metric):
    """From the coincidence matrix, as in the textbook."""
    units = [[v for v in unit if v is not None] for unit in units]
    units = [unit for unit in units if len(unit) > 1]
    values = sorted({v for unit in units for v in unit})
    place = {v: i for i, v in enumerate(values)}
    o = np.zeros((len(values), len(values)))
    for unit in units:
        for i, a in enumerate(unit):
            for j, b in enumerate(unit):
                if i != j:
                    o[place[a], place[b]] += 1 / (len(unit) - 1)
    n = o.sum(axis=1)

    def delta(c, k):
        if metric == "nominal":
            return float(c != k)
        if metric == "interval":
            return (values[c] - values[k]) ** 2
        low, high = min(c, k), max(c, k)
        return (n[low:high + 1].sum() - (n[low] + n[high]) / 2) ** 2

    pairs = list(itertools.product(range(len(values)), repeat=2))
    observed = sum(o[c, k] * delta(c, k) for c, k in pairs)
    expected = sum(n[c] * n[k] * delta(c, k) for c, k in pairs) / (n.sum() - 1)
    return 1 - observed / expected


def alphas():
    none = None
    # The example of Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), part C: nominal 0.743, ordinal 0.815, interval 0.849.
    raters = [[1, 2, 3, 3, 2, 1, 4, 1, 2, none, none, none], [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, none, 3],
              [none, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, none], [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, none]]
    textbook = [list(unit) for unit in zip(*raters)]
    scores = [[float(np.round(np.clip(c + rng.normal(0, 0.2), 0, 1), 2)) if rng.uniform() > 0.2 else None for _ in range(3)] for c in rng.uniform(size=25)]
    return [{"units": units, **{metric: alpha_of(units, metric) for metric in ("nominal", "ordinal", "interval")}} for units in (textbook, scores)]


def corrected_rates():
    """The profile likelihood by a general optimizer, the ends of the set by root finding."""
    results = []
    for counts in ([130, 200, 48, 50, 30, 50], [20, 200, 29, 30, 18, 30], [195, 200, 30, 30, 20, 30], [5, 60, 9, 12, 14, 18], [400, 1000, 180, 200, 190, 200]):
        x, n, a, m, b, k = counts

        def log_likelihood(theta, tpr, tnr):
            p = theta * tpr + (1 - theta) * (1 - tnr)
            return sum(hits * np.log(max(c, 1e-300)) + (of - hits) * np.log(max(1 - c, 1e-300)) for hits, of, c in ((x, n, p), (a, m, tpr), (b, k, tnr)))

        def profile(theta):
            best = -np.inf
            for start in ((0.9, 0.7), (a / m * 0.98 + 0.01, b / k * 0.98 + 0.01), (0.6, 0.6)):
                found = optimize.minimize(lambda r: -log_likelihood(theta, *r), start, method="L-BFGS-B", bounds=[(1e-12, 1 - 1e-12)] * 2,
                                          options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 2000})
                best = max(best, -found.fun)
            return best

        grid = np.linspace(0, 1, 201)
        profiles = np.array([profile(t) for t in grid])
        centre = grid[profiles.argmax()]
        top = -optimize.minimize_scalar(lambda t: -profile(t), bounds=(max(0, centre - 0.01), min(1, centre + 0.01)), method="bounded", options={"xatol": 1e-10}).fun
        top = max(top, profiles.max())
        distance = lambda t: 2 * (top - profile(t)) - stats.t.ppf(0.975, m + k - 2) ** 2
        low = 0.0 if distance(0.0) <= 0 else optimize.brentq(distance, 0, centre, xtol=1e-9)
        high = 1.0 if distance(1.0) <= 0 else optimize.brentq(distance, centre, 1, xtol=1e-9)
        estimate = float(np.clip((x / n + b / k - 1) / (a / m + b / k - 1), 0, 1))
        results.append({"counts": counts, "estimate": estimate, "low": low, "high": high})
    return results


def powered():
    """PPI++ for rows without clusters, weights or folds: lambda, estimate and normal error in closed form, as a check on the order of magnitude."""
    truth = (rng.uniform(size=400) < 0.7).astype(float)
    judged = np.where(truth == 1, rng.uniform(size=400) < 0.95, rng.uniform(size=400) < 0.25).astype(float)
    labelled = rng.choice(400, 120, replace=False)
    y, f = truth[labelled], judged[labelled]
    lam = np.cov(y, f)[0, 1] / np.var(f, ddof=1)
    estimate = lam * judged.mean() + (y - lam * f).mean()
    error = (lam**2 * judged.var(ddof=1) / 400 + (y - lam * f).var(ddof=1) / 120) ** 0.5
    labels = [None] * 400
    for i in labelled:
        labels[int(i)] = float(truth[i])
    return {"judged": judged.tolist(), "labels": labels, "lambda": lam, "estimate": estimate, "error": error}


def davidson():
    """Penalised likelihood by a general optimizer."""
    names = ["a", "b", "c", "d"]
    strengths = {"a": 1.2, "b": 0.4, "c": -0.3, "d": -1.3}
    games = []
    for case in range(30):
        for one, other in itertools.combinations(names, 2):
            chances = np.array([np.exp(strengths[one]), np.exp(strengths[other]), 0.6 * np.exp((strengths[one] + strengths[other]) / 2)])
            games.append({"one": one, "other": other, "winner": ["one", "other", "tie"][rng.choice(3, p=chances / chances.sum())], "case": case})
    fits = []
    for some in (games, [g for g in games if g["winner"] != "tie"]):
        ties = any(g["winner"] == "tie" for g in some)

        def loss(x):
            value = 0.05 * np.sum(x**2)
            for g in some:
                i, j = names.index(g["one"]), names.index(g["other"])
                logits = [x[i], x[j]] + ([x[4] + (x[i] + x[j]) / 2] if ties else [])
                value -= logits[["one", "other", "tie"].index(g["winner"])] - np.logaddexp.reduce(logits)
            return value

        found = optimize.minimize(loss, np.zeros(5 if ties else 4), method="BFGS", options={"gtol": 1e-9})
        x = found.x[:4] - found.x[:4].mean()
        fits.append({"ties": ties, "strengths": dict(zip(names, x.tolist())), "tieRate": float(np.exp(found.x[4])) if ties else 0})
    return {"games": games, "fits": fits}


def sequential():
    """Bounds by SciPy's multivariate normal law (its error is some 1e-5; the known tables for five looks are in the test)."""
    shares = [0.2, 0.4, 0.6, 0.8, 1.0]
    spend = {"obrien-fleming": lambda t: 2 * (2 - 2 * stats.norm.cdf(stats.norm.ppf(1 - 0.05 / 4) / t**0.5)), "pocock": lambda t: 0.05 * np.log(1 + (np.e - 1) * t)}
    results = []
    for shape, of in spend.items():
        bounds = []
        for look, share in enumerate(shares[:4]):
            cov = np.array([[(min(a, b) / max(a, b)) ** 0.5 for b in shares[: look + 1]] for a in shares[: look + 1]])

            def spent(bound):
                upper = np.array([*bounds, bound])
                if look == 0:
                    return 2 * stats.norm.sf(bound)
                return 1 - stats.multivariate_normal.cdf(upper, np.zeros(look + 1), cov, lower_limit=-upper, maxpts=200000, abseps=1e-7, releps=1e-7)

            bounds.append(optimize.brentq(lambda z: spent(z) - of(share), 1, 7, xtol=1e-6))
        results.append({"shape": shape, "shares": shares[:4], "spent": [of(t) for t in shares[:4]], "bounds": bounds})
    return results


results = {f.__name__: f() for f in (permutations, clustered_errors, variance_parts, kappas, alphas, corrected_rates, powered, davidson, sequential)}
folder = pathlib.Path(__file__).parent.parent / "test" / "reference"
(folder / "estimators.json").write_text(json.dumps(results) + "\n")
