import type { BaselineCase, ChangeTerms, MeanChange, SuiteIdentity } from '@assay/schema';
import { clusterOf, createUnitCollector } from '../comparison/change/collect-units.js';
import { heaviestOf, meanOf, type ChangeUnit, type PlannedUnit } from '../comparison/change/change-unit.js';
import { meanChange, type MeanChangeOptions, type SuiteLook } from '../comparison/change/mean-change.js';
import type { Reading } from '../comparison/change/readings.js';
import { pairEnds, pairFigures } from '../comparison/pair-figures.js';
import type { Replies } from '../comparison/run-scores.js';
import { ROUNDING, SCORE_ROUNDING } from './results/baseline-change.js';
import { comparedWeight } from './results/compared-weight.js';
import type { CaseResult } from './results/run-results.js';

/** The cases of a suite on a target that a baseline and a run have. */
export interface BaselineUnits {
  add(key: string, before: BaselineCase, found: CaseResult): void;
  /** Takes a case without a score in the baseline, of which nothing is known but its weight. */
  plan(before: BaselineCase, found: CaseResult): void;
  /** What all cases weigh, those without a score too. */
  planned(): readonly PlannedUnit[];
  /** True if a reply that is compared, or a part of one, has no score: what it would have been may matter. */
  readonly lacks: boolean;
  /** The cases that have a score on both sides, and a weight. */
  list(reading: Reading): readonly ChangeUnit[];
  /** Undefined without such a case. @param look the last one, where repeats were added one by one */
  change(reading: Reading, terms: ChangeTerms & Pick<MeanChangeOptions, 'together'>, seed: number, look?: SuiteLook): MeanChange | undefined;
}

/** The scores of a case in a baseline that are known by themselves; its mean where they are not. */
export function repliesOf({ score, scores }: BaselineCase): readonly number[] {
  if (scores !== undefined) return scores.flatMap((each) => each ?? []);
  return score === null ? [] : [score];
}

/** The replies of a run, as those of another run. */
function repliesIn({ scores, worstScores, bestScores }: CaseResult): Replies {
  return repliesWith(scores, (name) => (name === 'worst' ? worstScores : name === 'best' ? bestScores : scores));
}

function repliesWith(scores: readonly (number | null)[], figures: Replies['figures']): Replies {
  return { repeats: scores.map((_, index) => index + 1), figures };
}

/** A mean that was written down lost what its roundings took: that is no change, and would look like one that all cases share. */
function withoutRounding(unit: ChangeUnit): ChangeUnit {
  if (unit.repliesBefore === undefined) return unit;
  const after = meanOf(unit.after);
  return Math.abs(after - meanOf(unit.before)) <= ROUNDING ? { ...unit, before: [after] } : unit;
}

export function createBaselineUnits(suite: SuiteIdentity): BaselineUnits {
  const cases: (readonly [key: string, before: BaselineCase, found: CaseResult])[] = [];
  const planned: PlannedUnit[] = [];
  const clusterOfCase = ({ caseId, conversationId }: CaseResult): string => clusterOf({ suite: suite.suite, suitePath: suite.suitePath, caseId, conversationId });
  const plan = (before: BaselineCase, found: CaseResult): void => {
    const weight = comparedWeight(before, found);
    if (weight > 0) planned.push({ cluster: clusterOfCase(found), weight });
  };
  let lacks = false;
  const list = (reading: Reading): readonly ChangeUnit[] => {
    const units = createUnitCollector();
    for (const [key, before, found] of cases) {
      const scores = before.scores ?? [before.score];
      const [was, is] = [repliesWith(scores, () => scores), repliesIn(found)];
      const pair = reading === 'found' ? pairFigures(was, is) : pairEnds(was, is, reading);
      if (pair.a.values.length === 0 || pair.b.values.length === 0) continue;
      const isMean = before.scores === undefined && (before.trials ?? 1) > 1;
      const replies = isMean ? { repliesBefore: (before.trials ?? 1) - (before.unscored ?? 0) } : {};
      const { caseId, conversationId } = found;
      units.add({ cluster: clusterOfCase(found), variant: key.slice(caseId.length), caseId, inConversation: conversationId !== undefined, weight: comparedWeight(before, found), before: pair.a, after: pair.b, ...replies });
    }
    return units.list().map(withoutRounding);
  };
  return {
    add(key, before, found) {
      plan(before, found);
      if (!(comparedWeight(before, found) > 0)) return;
      cases.push([key, before, found]);
      lacks ||= found.worstScores.some((score, index) => score !== found.bestScores[index]);
    },
    plan,
    planned: () => planned,
    get lacks() {
      return lacks;
    },
    list,
    change: (reading, terms, seed, look) => meanChange(list(reading), { ...terms, seed, look, heaviest: heaviestOf(planned), rounding: SCORE_ROUNDING }),
  };
}
