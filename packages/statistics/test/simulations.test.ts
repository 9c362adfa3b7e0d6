import { describe, expect, test } from 'vitest';
import { CLUSTER_LAWS, clusterCoverage } from '../simulations/coverage-of-clusters.js';
import { CLASSIFIERS, labelCoverage } from '../simulations/coverage-of-labels.js';
import { correctedCoverage, poweredCoverage, stratifiedCoverage } from '../simulations/coverage-of-corrections.js';
import { KAPPA_LAWS, kappaCoverage } from '../simulations/coverage-of-kappa.js';
import { coverageOf, leastRateCoverage, widthsOf } from '../simulations/coverage-of-means.js';
import { FIELDS, rankCoverage } from '../simulations/coverage-of-ranks.js';
import { calibratedError, samplePanels, voteCoverage } from '../simulations/coverage-of-votes.js';
import { falseAlarms, sequentialAlarms } from '../simulations/false-alarms.js';
import { NARROW, SCORE_LAWS } from '../simulations/score-laws.js';
import { stoppedRepeats } from '../simulations/stopped-repeats.js';
import { alarmsOfBaselines, anyAlarm } from '../simulations/unchanged-agents.js';
import { clopperPearson, createRandom, wilson } from '../src/index.js';

// A small sample of the simulations, with fixed seeds; the whole of them is `npm run simulate`.

/** What takes longest draws less often where not all samples are asked for. */
const ALL = process.env['ASSAY_SAMPLES'] === 'all';

describe('a 95 % interval', () => {
  test('of a rate holds every rate at least so often', () => {
    for (const size of [5, 20, 100]) expect(leastRateCoverage(size, clopperPearson)).toBeGreaterThanOrEqual(0.95);
    // Both by SciPy's binom and beta. Wilson's misses most at a rate of some 0.18 / n, which no grid of rates that is the same for all sizes has.
    expect(leastRateCoverage(100, clopperPearson)).toBeCloseTo(0.9503, 4);
    expect(leastRateCoverage(100, wilson)).toBeCloseTo(0.8379, 4);
  });

  test('of bounded scores holds the mean, whatever their law', () => {
    expect(SCORE_LAWS).toHaveLength(11);
    for (const law of [...SCORE_LAWS, NARROW]) {
      for (const size of [5, 30]) expect(coverageOf(law, size, 300, 1), `${law.name}, n = ${size}`).toBeGreaterThanOrEqual(0.94);
    }
  });

  test("is hardly wider than Student's for 200 scores, where that one holds the mean often enough", () => {
    const wider = [...SCORE_LAWS, NARROW].filter((law) => {
      const { gaffke, student } = widthsOf(law, 200, 20, 1);
      return gaffke / student > 1.25;
    });
    // Student's holds the mean of the first in 87 of 100 draws. The other one is far from what scores look like.
    expect(wider.map(({ name }) => name)).toEqual(['0.9, and 1 % of zeros', NARROW.name]);
  });

  test('of clusters with weights that go with the score holds the mean', () => {
    for (const law of [CLUSTER_LAWS[0], CLUSTER_LAWS[4]]) {
      if (law === undefined) throw new Error('a law is missing');
      expect(clusterCoverage(law, 12, ALL ? 200 : 70, 2, 25), law.name).toBeGreaterThanOrEqual(0.94);
    }
  });

  test('of a corrected rate holds it', () => {
    expect(poweredCoverage(0.7, 50, 100).held).toBeGreaterThanOrEqual(0.93);
    expect(stratifiedCoverage(0.7, 50, 25).held).toBeGreaterThanOrEqual(0.93);
    // Ten labels are too few: nothing is said.
    expect(poweredCoverage(0.7, 10, 5)).toEqual({ held: 0, width: 0, rawInside: 0 });
    expect(correctedCoverage(0.7, 100, 40).held).toBeGreaterThanOrEqual(0.85);
  });
});

test('the interval of kappa holds it, also for a judge that is hardly ever wrong, and was not on the labels', () => {
  expect(KAPPA_LAWS).toHaveLength(5);
  for (const law of KAPPA_LAWS) expect(kappaCoverage(law, 30, ALL ? 100 : 30).held, JSON.stringify(law)).toBeGreaterThanOrEqual(0.92);
});

test('the intervals of a ranking hold the strengths, also with many ties and few cases', () => {
  expect(FIELDS).toHaveLength(8);
  for (const field of FIELDS.slice(3, 5)) expect(rankCoverage(field, 10, 12).held, field.name).toBeGreaterThanOrEqual(0.9);
});

test('the interval of effective votes holds them', () => {
  for (const correlation of [0, 0.3, 0.7]) {
    expect(voteCoverage(correlation, 3, 50, ALL ? 100 : 60).held, String(correlation)).toBeGreaterThanOrEqual(0.88);
  }
});

test('intervals of F1 hold it, and those of the mean over labels theirs', () => {
  for (const classifier of CLASSIFIERS.slice(0, 3)) {
    const { f1, macro } = labelCoverage(classifier, { cases: 60, repeats: 1, draws: 60 });
    expect(f1, classifier.name).toBeGreaterThanOrEqual(0.93);
    expect(macro, classifier.name).toBeGreaterThanOrEqual(0.93);
  }
});

test('weights from labels lessen the error of a panel of unequal judges, and hardly add to that of equal ones', () => {
  const [unequal, , , alike] = samplePanels;
  if (!unequal || !alike) throw new Error('a panel is missing');
  expect(calibratedError(unequal, 30, 100)).toBeLessThan(0.075);
  expect(calibratedError(alike, 30, 100)).toBeLessThan(0.0756 * 1.06);
});

test('the means of the laws are what is said', () => {
  const random = createRandom(17);
  for (const law of SCORE_LAWS) {
    const scores = Array.from({ length: 20_000 }, () => law.draw(random));
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
    expect(Math.abs(mean - law.mean), law.name).toBeLessThan((5 * deviation) / Math.sqrt(scores.length));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  }
});

test('an agent against itself is seldom found worse', () => {
  expect(falseAlarms(20, 3, 2, 300, 1)).toBeLessThanOrEqual(0.09);
  expect(sequentialAlarms('pocock', 4, 4000, 1)).toBeLessThanOrEqual(0.065);
  expect(sequentialAlarms('obrien-fleming', 4, 4000, 1)).toBeLessThanOrEqual(0.065);
  // Holm keeps it so at any number of suites.
  expect(anyAlarm({ suites: 8, cases: 12, repeats: 5 }, 150, 1)).toBeLessThanOrEqual(0.1);
  const rates = alarmsOfBaselines({ cases: 20, repeats: 5 }, 20, 20, 1);
  expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeLessThanOrEqual(0.11);
});

test('repeats that are added until it is decided decide as all of them would, with fewer requests', () => {
  const found = [0, -0.05, -0.1, -0.2].map((effect) => stoppedRepeats(200, effect, ALL ? 60 : 30, 3));
  for (const { wrong } of found) expect(wrong).toBeLessThanOrEqual(0.05);
  const mean = (of: (each: (typeof found)[number]) => number): number => found.reduce((sum, each) => sum + of(each), 0) / found.length;
  expect(mean(({ agreed }) => agreed)).toBeGreaterThanOrEqual(0.95);
  expect(mean(({ requests }) => requests)).toBeLessThanOrEqual(0.6);
});
