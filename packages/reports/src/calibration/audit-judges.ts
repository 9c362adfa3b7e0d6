import { verdictOf, type AuditedJudge, type JudgeAudit, type LabelledFigure, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { clusterOf } from '../statistics/figures/cluster-of.js';
import { askedJudges, judgeVotes, votesIn } from './judge-votes.js';
import { meanOverCases, type CaseValue } from '../statistics/figures/mean-over-cases.js';
import type { Range } from '../statistics/figures/ranged-mean.js';
import { LEVEL } from './labelled-figures.js';

/** A kind of reply that is made to try judges. */
export interface AuditProbe {
  readonly name: string;
  readonly deserves: 'pass' | 'fail';
  /** True for one and the same reply once more: it counts for noise alone. */
  readonly again?: boolean | undefined;
}

/** Names of probes that are compared with each other: what a wrong reply gains. */
export interface AuditPairs {
  readonly wrong: string;
  readonly padded: string;
  readonly begging: string;
  /** The reply that is judged several times. */
  readonly same: string;
  /** The same, judged by the criteria in the reverse order. */
  readonly reordered: string;
}

export interface JudgeAuditor {
  /** Takes the row of a made reply. */
  add(row: ResultRow, probe: AuditProbe): void;
  result(): JudgeAudit;
}

interface Seen {
  readonly cluster: string;
  readonly probe: AuditProbe;
  readonly score: number;
  readonly passed: boolean;
}

interface Judge {
  readonly id: string;
  readonly model: string;
  readonly seen: Seen[];
  /** Replies that it was asked about. */
  asked: number;
}

const SHARES: Range = { low: 0, high: 1 };
const GAINS: Range = { low: -1, high: 1 };

/** The largest standard deviation that so many scores from 0 to 1 can have, at least 2: half of them at each end. It falls with their number. */
function largestDeviation(scores: number): number {
  if (scores === Infinity) return largestDeviation(2);
  const [below, above] = [Math.floor(scores / 2), Math.ceil(scores / 2)];
  return Math.sqrt((below * above) / (scores * (scores - 1)));
}

/** A mean over cases, with an interval. */
function figure(values: readonly CaseValue[], range: Range): LabelledFigure {
  const { value, low, high } = meanOverCases(values, range);
  return { value, low, high, labels: values.length };
}

const share = (seen: readonly Seen[], holds: (one: Seen) => boolean): LabelledFigure => figure(seen.map((one) => ({ cluster: one.cluster, value: holds(one) ? 1 : 0 })), SHARES);

/** What replies of one kind score more than the wrong replies that they were made of. */
function gain(seen: readonly Seen[], of: string, over: string): LabelledFigure {
  const base = new Map(seen.filter(({ probe }) => probe.name === over).map(({ cluster, score }) => [cluster, score]));
  return figure(
    seen.flatMap(({ cluster, probe, score }) => {
      const before = base.get(cluster);
      return probe.name !== of || before === undefined ? [] : [{ cluster, value: score - before }];
    }),
    GAINS,
  );
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

type JudgedAgain = readonly (readonly [cluster: string, group: readonly Seen[]])[];

/** The scores of one and the same reply, where there are at least two, by case. */
function judgedAgain(seen: readonly Seen[], same: string): JudgedAgain {
  const groups = new Map<string, Seen[]>();
  for (const one of seen) if (one.probe.name === same) groups.set(one.cluster, [...(groups.get(one.cluster) ?? []), one]);
  return [...groups].filter(([, { length }]) => length > 1);
}

function steadiness(several: JudgedAgain): Pick<AuditedJudge, 'noise' | 'flips'> {
  const deviations = several.map(([cluster, group]) => {
    // From the first one, so that equal scores deviate by 0 and not by what is lost in rounding.
    const apart = group.map(({ score }) => score - (group[0]?.score ?? 0));
    const mean = meanOf(apart);
    return { cluster, value: Math.sqrt(apart.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (group.length - 1)) };
  });
  return {
    noise: figure(deviations, { low: 0, high: largestDeviation(several.reduce((least, [, { length }]) => Math.min(least, length), Infinity)) }),
    flips: figure(several.map(([cluster, group]) => ({ cluster, value: new Set(group.map(({ passed }) => passed)).size > 1 ? 1 : 0 })), SHARES),
  };
}

/** The largest mean distance between two of so many scores from 0 to 1, at least 2: half of them at each end. It falls with their number. */
function largestDistance(scores: number): number {
  return (2 * Math.floor(scores / 2) * Math.ceil(scores / 2)) / (scores * (scores - 1));
}

/**
 * How much farther a score in another order of criteria is from the others than these are from each other. Where the order does not
 * matter, all are draws from one law and the two distances are expected to be the same, however a judge wavers.
 */
function movedByOrder(seen: readonly Seen[], several: JudgedAgain, reordered: string): LabelledFigure {
  const scores = new Map(several.map(([cluster, group]) => [cluster, group.map(({ score }) => score)]));
  let fewest = Infinity;
  const moved = seen.flatMap(({ cluster, probe, score }) => {
    const others = scores.get(cluster);
    if (probe.name !== reordered || !others) return [];
    fewest = Math.min(fewest, others.length);
    const apart = others.flatMap((one, index) => others.slice(index + 1).map((other) => Math.abs(one - other)));
    return [{ cluster, value: meanOf(others.map((other) => Math.abs(score - other))) - meanOf(apart) }];
  });
  // By the triangle inequality, what two of the others are apart is at most both distances to this one.
  return figure(moved, { low: -largestDistance(fewest === Infinity ? 2 : fewest) / 2, high: 1 });
}

/**
 * Collects what judges make of replies whose worth is known.
 * @param pairs which probes are compared with each other
 * @param verdicts scores from which a judge passes a reply
 */
export function createJudgeAuditor(pairs: AuditPairs, verdicts: VerdictThresholds): JudgeAuditor {
  const judges = new Map<string, Judge>();
  /** With the repeat that they are: rows come in the order in which they were judged. */
  const kinds = new Map<string, { readonly probe: AuditProbe; readonly repeat: number }>();
  const cases = new Set<string>();
  let replies = 0;

  function audited({ id, model, seen, asked }: Judge): AuditedJudge {
    const once = seen.filter(({ probe }) => probe.again !== true);
    const several = judgedAgain(seen, pairs.same);
    return {
      id,
      model,
      probes: [...kinds.values()]
        .filter(({ probe }) => probe.again !== true)
        .toSorted((a, b) => a.repeat - b.repeat)
        .map(({ probe: { name, deserves } }) => ({ probe: name, deserves, passed: share(once.filter(({ probe }) => probe.name === name), ({ passed }) => passed) })),
      falseAccepts: share(once.filter(({ probe }) => probe.deserves === 'fail'), ({ passed }) => passed),
      falseRejects: share(once.filter(({ probe }) => probe.deserves === 'pass'), ({ passed }) => !passed),
      steered: gain(once, pairs.begging, pairs.wrong),
      padded: gain(once, pairs.padded, pairs.wrong),
      reordered: movedByOrder(once, several, pairs.reordered),
      ...steadiness(several),
      lost: asked - seen.length,
    };
  }

  return {
    add(row, probe) {
      replies += 1;
      const cluster = clusterOf(row);
      cases.add(cluster);
      if (!kinds.has(`${probe.name} ${String(probe.again)}`)) kinds.set(`${probe.name} ${String(probe.again)}`, { probe, repeat: row.repeat });
      for (const { id, model } of askedJudges(row)) {
        const judge = judges.get(`${id}\n${model}`) ?? { id, model, seen: [], asked: 0 };
        judges.set(`${id}\n${model}`, judge);
        judge.asked += 1;
      }
      // Without its vote on one criterion the others would stand for what it thinks of the whole: that is another score, and none of its own.
      const lostIn = new Set(row.evaluators.flatMap(votesIn).flatMap(({ id, model, score }) => (score === null ? [`${id}\n${model}`] : [])));
      for (const { id, model, score } of judgeVotes(row)) {
        if (lostIn.has(`${id}\n${model}`)) continue;
        judges.get(`${id}\n${model}`)?.seen.push({ cluster, probe, score, passed: verdictOf(score, verdicts) === 'pass' });
      }
    },
    result: () => ({ level: LEVEL, cases: cases.size, replies, judges: [...judges.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(audited) }),
  };
}
