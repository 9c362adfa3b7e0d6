import type { ChangeTerms, MeanChange, MeasureName } from '@assay/schema';
import type { ChangeUnit } from './change/change-unit.js';
import { clusterOf, compareUnits, createUnitCollector, type UnitOrder } from './change/collect-units.js';
import { meanChange, type SuiteLook } from './change/mean-change.js';
import type { FigureName } from './figure-columns.js';
import { pairFigures } from './pair-figures.js';
import type { CaseScores } from './run-scores.js';

/** What is compared beside the score, in the order in which it is shown. */
export const MEASURES: readonly MeasureName[] = ['cost_usd', 'latency_ms', 'tokens'];

const FIGURES: readonly FigureName[] = ['score', ...MEASURES];

/** The cases of a group, for each figure that is compared. */
export interface FigureUnits {
  /** Takes a case that both runs have. One of weight 0 has no part in anything. */
  add(before: CaseScores, after: CaseScores): void;
  /** The cases that have a figure on both sides; made anew with each call, as the figures of many cases are only wanted one after another. */
  list(name: FigureName): readonly ChangeUnit[];
  /**
   * Each for itself: {@link decideChanges} has still to see them together.
   * @param look the one at the scores, where repeats were added one by one
   */
  changes(terms: ChangeTerms, seed: number, look?: SuiteLook): Readonly<Record<FigureName, MeanChange | undefined>>;
}

interface Pair extends UnitOrder {
  readonly before: CaseScores;
  readonly after: CaseScores;
}

function unitsOf(pairs: readonly Pair[], name: FigureName): readonly ChangeUnit[] {
  const collector = createUnitCollector();
  for (const { before: caseA, after: caseB, cluster, variant } of pairs) {
    const { a: before, b: after } = pairFigures(caseA, caseB, name);
    if (before.values.length === 0 || after.values.length === 0) continue;
    // A weight that was changed between the runs favours neither: swapping them only turns the sign.
    const weight = (caseA.weight + caseB.weight) / 2;
    collector.add({ cluster, variant, caseId: caseB.caseId, inConversation: caseB.conversationId !== undefined, weight, before, after });
  }
  return collector.list();
}

/** @param parts groups whose cases are taken over, for their total */
export function createFigureUnits(parts: readonly FigureUnits[] = []): FigureUnits {
  const pairs: Pair[] = [];
  let isInOrder = true;
  const list = (name: FigureName): readonly ChangeUnit[] => {
    // Once, and not for each figure.
    if (!isInOrder) pairs.sort(compareUnits);
    isInOrder = true;
    return [...parts.flatMap((part) => part.list(name)), ...unitsOf(pairs, name)];
  };
  return {
    add(before, after) {
      if (!(before.weight + after.weight > 0)) return;
      pairs.push({ cluster: clusterOf(after), variant: after.variant, before, after });
      isInOrder = false;
    },
    list,
    changes(terms, seed, look) {
      const changed = (name: FigureName): MeanChange | undefined => meanChange(list(name), { ...terms, seed, ...(name === 'score' ? { figure: 'score', look } : { figure: 'amount' }) });
      return Object.fromEntries(FIGURES.map((name) => [name, changed(name)])) as Record<FigureName, MeanChange | undefined>;
    },
  };
}
