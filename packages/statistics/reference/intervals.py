"""Clopper-Pearson, Wilson, Gaffke, and the first numbers of the generator. Writes test/reference/intervals.json."""
import json
import pathlib
import numpy as np
from scipy import integrate, optimize, stats

MASK = 0xFFFFFFFF


def clopper_pearson(successes, trials, level):
    interval = stats.binomtest(successes, trials).proportion_ci(level, "exact")
    return [interval.low, interval.high]


def wilson(successes, trials, level):
    interval = stats.binomtest(successes, trials).proportion_ci(level, "wilson")
    return [interval.low, interval.high]


def chance_positive(factors):
    """P(sum c E > 0) by Gil-Pelaez along the real axis: slow and plain, another path than the package takes."""
    factors = np.asarray(factors, dtype=float)
    factors = factors / np.max(np.abs(factors))

    def integrand(t):
        phases = np.arctan(t * factors).sum()
        return np.sin(phases) / t * np.exp(-0.5 * np.log1p((t * factors) ** 2).sum())

    edges = np.concatenate([[1e-12], np.logspace(-3, 9, 60)])
    value = sum(integrate.quad(integrand, a, b, epsabs=1e-13, epsrel=1e-12, limit=400)[0] for a, b in zip(edges, edges[1:]))
    return 0.5 + value / np.pi


def upper_end(sums, weights, end_weight, beyond):
    sums = np.append(sums, end_weight)
    weights = np.append(weights, end_weight)
    middle = sums.sum() / weights.sum()
    return optimize.brentq(lambda t: chance_positive(sums - t * weights) - beyond, middle, 1 - 1e-12, xtol=1e-13)


def gaffke(sums, weights, level):
    sums, weights = np.asarray(sums, dtype=float), np.asarray(weights, dtype=float)
    beyond, largest = (1 - level) / 2, weights.max()
    return [1 - upper_end(weights - sums, weights, largest, beyond), upper_end(sums, weights, largest, beyond)]


def rotate(x, k):
    return ((x << k) | (x >> (32 - k))) & MASK


def spread(seed):
    state = seed
    while True:
        state = (state + 0x9E3779B9) & MASK
        z = state ^ (state >> 16)
        z = (z * 0x21F0AAAD) & MASK
        z ^= z >> 15
        z = (z * 0x735A2D97) & MASK
        yield z ^ (z >> 15)


def xoshiro(seed, count):
    low, high = spread(seed & MASK), spread(seed >> 32)
    s = [next(low), next(low) ^ next(high), next(low), next(low) | 1]
    values = []
    for _ in range(count):
        values.append((rotate((s[1] * 5) & MASK, 7) * 9) & MASK)
        t = (s[1] << 9) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 11)
    return values


def main():
    counts = [(0, 1), (1, 1), (0, 30), (3, 10), (29, 30), (117, 200), (1, 1000), (999, 1000), (31415, 100000)]
    rates = [[k, n, level, *clopper_pearson(k, n, level), *wilson(k, n, level)] for k, n in counts for level in (0.8, 0.95, 0.999)]
    rng = np.random.default_rng(7)
    samples = []
    for size in (2, 3, 6, 12, 25):
        scores = np.round(rng.beta(3, 1, size), 3)
        weights = rng.choice([1.0, 5.0], size) * rng.integers(1, 6, size)
        for level in (0.9, 0.95):
            samples.append({"scores": scores.tolist(), "weights": weights.tolist(), "level": level,
                            "plain": gaffke(scores, np.ones(size), level), "weighted": gaffke(scores * weights, weights, level)})
    generator = {str(seed): xoshiro(seed, 8) for seed in (0, 1, 42, 2**40 + 3)}
    folder = pathlib.Path(__file__).parent.parent / "test" / "reference"
    (folder / "intervals.json").write_text(json.dumps({"rates": rates, "samples": samples, "generator": generator}) + "\n")


main()
