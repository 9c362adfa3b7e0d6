import type { PickedFigures } from '../pair-figures.js';
import { meanOf, type ChangeUnit } from './change-unit.js';

/** A case in one variant, on both sides. */
export interface PairedReplies {
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  readonly variant: string;
  /** Where the case is a turn of a conversation. */
  readonly conversationId?: string | undefined;
  /** Above 0. */
  readonly weight: number;
  readonly before: PickedFigures;
  readonly after: PickedFigures;
  /** As of {@link ChangeUnit}. */
  readonly repliesBefore?: number | undefined;
}

/** Puts cases together into what can be held against each other. */
export interface UnitCollector {
  add(found: PairedReplies): void;
  /** In an order that does not depend on that of the cases. */
  list(): readonly ChangeUnit[];
}

/** The repeats of a conversation: the mean over its cases in each. Repeats in which a case is missing count only where all of them lack one. */
function overCases(cases: readonly PairedReplies[], side: (found: PairedReplies) => PickedFigures): readonly number[] {
  const byRepeat = new Map<number, { cases: number; sum: number; weight: number }>();
  for (const found of cases) {
    const { repeats, values } = side(found);
    for (const [index, repeat] of repeats.entries()) {
      const sums = byRepeat.get(repeat) ?? { cases: 0, sum: 0, weight: 0 };
      byRepeat.set(repeat, { cases: sums.cases + 1, sum: sums.sum + found.weight * (values[index] ?? 0), weight: sums.weight + found.weight });
    }
  }
  const all = [...byRepeat].sort(([one], [other]) => one - other).map(([, sums]) => sums);
  const whole = all.filter((sums) => sums.cases === cases.length);
  return (whole.length > 0 ? whole : all).map(({ sum, weight }) => sum / weight);
}

/** Of a conversation whose baseline has means alone: the mean of these means. */
function conversationUnit(cluster: string, unsorted: readonly PairedReplies[]): ChangeUnit {
  const cases = unsorted.toSorted((one, other) => (one.caseId < other.caseId ? -1 : 1));
  const weight = cases.reduce((sum, each) => sum + each.weight, 0);
  const unit = { cluster, weight, cases: cases.length, after: overCases(cases, ({ after }) => after) };
  const replies = cases.map(({ repliesBefore }) => repliesBefore);
  if (replies.every((count) => count === undefined)) return { ...unit, before: overCases(cases, ({ before }) => before) };
  const mean = cases.reduce((sum, each) => sum + each.weight * meanOf(each.before.values), 0) / weight;
  return { ...unit, before: [mean], repliesBefore: Math.max(...replies.map((count) => count ?? 1)) };
}

export function createUnitCollector(): UnitCollector {
  const alone: (readonly [key: string, unit: ChangeUnit])[] = [];
  const conversations = new Map<string, { cluster: string; cases: PairedReplies[] }>();
  return {
    add(found) {
      const { suite, suitePath, caseId, variant, conversationId, weight, before, after, repliesBefore } = found;
      const cluster = JSON.stringify([suite, suitePath, conversationId === undefined ? 'case' : 'conversation', conversationId ?? caseId]);
      const key = `${cluster} ${variant}`;
      if (conversationId === undefined) {
        alone.push([key, { cluster, weight, cases: 1, before: before.values, after: after.values, ...(repliesBefore === undefined ? {} : { repliesBefore }) }]);
        return;
      }
      const known = conversations.get(key);
      if (known === undefined) conversations.set(key, { cluster, cases: [found] });
      else known.cases.push(found);
    },
    list: () =>
      [...alone, ...[...conversations].map(([key, { cluster, cases }]) => [key, conversationUnit(cluster, cases)] as const)]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, unit]) => unit),
  };
}
