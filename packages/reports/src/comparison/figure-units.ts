import type { ChangeTerms, MeanChange, MeasureName } from '@assay/schema';
import type { ChangeUnit } from './change/change-unit.js';
import { createUnitCollector, type PairedReplies, type UnitCollector } from './change/collect-units.js';
import { meanChange } from './change/mean-change.js';

/** What is compared beside the score, in the order in which it is shown. */
export const MEASURES: readonly MeasureName[] = ['cost_usd', 'latency_ms', 'tokens'];

export type FigureName = 'score' | MeasureName;

const FIGURES: readonly FigureName[] = ['score', ...MEASURES];

/** The cases of a group, for each figure that is compared. */
export interface FigureUnits {
  /** Takes a figure of a case; one that a side does not have, or of weight 0, has no part in anything. */
  add(name: FigureName, found: PairedReplies): void;
  list(name: FigureName): readonly ChangeUnit[];
  /** Each for itself: {@link decideChanges} has still to see them together. */
  changes(terms: ChangeTerms, seed: number): Readonly<Record<FigureName, MeanChange | undefined>>;
}

/** @param parts groups whose cases are taken over, for their total */
export function createFigureUnits(parts: readonly FigureUnits[] = []): FigureUnits {
  const collectors = new Map<FigureName, UnitCollector>();
  const list = (name: FigureName): readonly ChangeUnit[] => [...parts.flatMap((part) => part.list(name)), ...(collectors.get(name)?.list() ?? [])];
  return {
    add(name, found) {
      if (!(found.weight > 0) || found.before.values.length === 0 || found.after.values.length === 0) return;
      let collector = collectors.get(name);
      if (collector === undefined) collectors.set(name, (collector = createUnitCollector()));
      collector.add(found);
    },
    list,
    changes(terms, seed) {
      const changed = (name: FigureName): MeanChange | undefined => meanChange(list(name), { ...terms, seed, figure: name === 'score' ? 'score' : 'amount' });
      return Object.fromEntries(FIGURES.map((name) => [name, changed(name)])) as Record<FigureName, MeanChange | undefined>;
    },
  };
}
