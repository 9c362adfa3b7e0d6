import type { ChangeTerms, MeanChange, MeasureName } from '@assay/schema';
import { heaviestOf, type ChangeUnit, type PlannedUnit } from './change/change-unit.js';
import { clusterOf, compareUnits, createUnitCollector, type UnitOrder } from './change/collect-units.js';
import { meanChange, type MeanChangeOptions, type SuiteLook } from './change/mean-change.js';
import type { FigureName } from './figure-columns.js';
import type { Reading } from './change/readings.js';
import { lacksParts, pairEnds, pairFigures, type FigurePair } from './pair-figures.js';
import type { CaseScores } from './run-scores.js';

/** What is compared beside the score, in the order in which it is shown. */
export const MEASURES: readonly MeasureName[] = ['cost_usd', 'latency_ms', 'tokens'];

const FIGURES: readonly FigureName[] = ['score', ...MEASURES];

/** What changes are decided by, and how many of them together. */
type TermsTogether = ChangeTerms & Pick<MeanChangeOptions, 'together'>;

/** The cases of a group, for each figure that is compared. */
export interface FigureUnits {
  /** Takes a case that both runs have. One of weight 0 has no part in anything. */
  add(before: CaseScores, after: CaseScores): void;
  /** The cases that have a figure on both sides; made anew with each call, as the figures of many cases are only wanted one after another. */
  list(name: FigureName): readonly ChangeUnit[];
  /** What all cases weigh, those without a figure too. */
  planned(): readonly PlannedUnit[];
  /** True if a reply that is compared, or a part of one, has no score: what it would have been may matter. */
  lacks(): boolean;
  /** The scores, and what they would have been with all that was lost against B, or in its favour. */
  read(reading: Reading): readonly ChangeUnit[];
  /** The change of the mean by a reading. */
  change(reading: Reading, terms: TermsTogether, seed: number, look?: SuiteLook): MeanChange | undefined;
  /**
   * Each for itself: {@link decideChanges} has still to see them together.
   * @param look the one at the scores, where repeats were added one by one
   */
  changes(terms: TermsTogether, seed: number, look?: SuiteLook): Readonly<Record<FigureName, MeanChange | undefined>>;
}

interface Pair extends UnitOrder {
  readonly before: CaseScores;
  readonly after: CaseScores;
}

type PairReplies = (caseA: CaseScores, caseB: CaseScores) => Pick<FigurePair, 'a' | 'b'>;

/** A weight that was changed between the runs favours neither: swapping them only turns the sign. */
const weightOf = (caseA: CaseScores, caseB: CaseScores): number => (caseA.weight + caseB.weight) / 2;

function unitsOf(pairs: readonly Pair[], pair: PairReplies): readonly ChangeUnit[] {
  const collector = createUnitCollector();
  for (const { before: caseA, after: caseB, cluster, variant } of pairs) {
    const { a: before, b: after } = pair(caseA, caseB);
    if (before.values.length === 0 || after.values.length === 0) continue;
    const weight = weightOf(caseA, caseB);
    collector.add({ cluster, variant, caseId: caseB.caseId, inConversation: caseB.conversationId !== undefined, weight, before, after });
  }
  return collector.list();
}

/** @param parts groups whose cases are taken over, for their total */
export function createFigureUnits(parts: readonly FigureUnits[] = []): FigureUnits {
  const pairs: Pair[] = [];
  let isInOrder = true;
  const inOrder = (): readonly Pair[] => {
    // Once, and not for each figure.
    if (!isInOrder) pairs.sort(compareUnits);
    isInOrder = true;
    return pairs;
  };
  const list = (name: FigureName): readonly ChangeUnit[] => [...parts.flatMap((part) => part.list(name)), ...unitsOf(inOrder(), (a, b) => pairFigures(a, b, name))];
  const read = (reading: Reading): readonly ChangeUnit[] => {
    if (reading === 'found') return list('score');
    return [...parts.flatMap((part) => part.read(reading)), ...unitsOf(inOrder(), (a, b) => pairEnds(a, b, reading))];
  };
  const planned = (): readonly PlannedUnit[] => [...parts.flatMap((part) => part.planned()), ...pairs.map(({ before, after, cluster }) => ({ cluster, weight: weightOf(before, after) }))];
  return {
    planned,
    add(before, after) {
      if (!(before.weight + after.weight > 0)) return;
      pairs.push({ cluster: clusterOf(after), variant: after.variant, before, after });
      isInOrder = false;
    },
    list,
    read,
    lacks: () => parts.some((part) => part.lacks()) || pairs.some(({ before, after }) => after.figures('score').includes(null) || lacksParts(after) || lacksParts(before)),
    change: (reading, terms, seed, look) => meanChange(read(reading), { ...terms, seed, look, heaviest: heaviestOf(planned()) }),
    changes(terms, seed, look) {
      const changed = (name: FigureName): MeanChange | undefined => meanChange(list(name), { ...terms, seed, ...(name === 'score' ? { figure: 'score', look, heaviest: heaviestOf(planned()) } : { figure: 'amount' }) });
      return Object.fromEntries(FIGURES.map((name) => [name, changed(name)])) as Record<FigureName, MeanChange | undefined>;
    },
  };
}
