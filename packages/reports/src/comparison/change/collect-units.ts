import type { PickedFigures } from '../pair-figures.js';
import { meanOf, type ChangeUnit } from './change-unit.js';

/** What says with which others a case is put together. */
interface UnitPlace {
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  /** Where the case is a turn of a conversation. */
  readonly conversationId?: string | undefined;
}

/** The cluster of a case: its own, or that of its conversation. */
export function clusterOf({ suite, suitePath, caseId, conversationId }: UnitPlace): string {
  return JSON.stringify([suite, suitePath, conversationId === undefined ? 'case' : 'conversation', conversationId ?? caseId]);
}

/** What units are ordered by. */
export interface UnitOrder {
  readonly cluster: string;
  readonly variant: string;
}

export function compareUnits(one: UnitOrder, other: UnitOrder): number {
  if (one.cluster !== other.cluster) return one.cluster < other.cluster ? -1 : 1;
  return one.variant === other.variant ? 0 : one.variant < other.variant ? -1 : 1;
}

/** A case in one variant, on both sides. */
interface PairedReplies extends UnitOrder {
  readonly caseId: string;
  /** True for a turn of a conversation, whose cluster is that of the others. */
  readonly inConversation: boolean;
  /** Above 0. */
  readonly weight: number;
  readonly before: PickedFigures;
  readonly after: PickedFigures;
  /** As of {@link ChangeUnit}. */
  readonly repliesBefore?: number | undefined;
}

/** Puts cases together into what can be compared with each other. */
export interface UnitCollector {
  add(found: PairedReplies): void;
  /** In an order that does not depend on that of the cases. */
  list(): readonly ChangeUnit[];
}

type Side = (found: PairedReplies) => PickedFigures;

/**
 * The repeats of a conversation: the mean over its cases in each that has all of them. Where none has, the mean of the means of its cases counts, as repeats
 * of different cases are no replies to the same: as many values as the case with the fewest replies has, each case with the spread of its first.
 */
function overCases(cases: readonly PairedReplies[], side: Side): readonly number[] {
  const byRepeat = new Map<number, { cases: number; sum: number; weight: number }>();
  for (const found of cases) {
    const { repeats, values } = side(found);
    for (const [index, repeat] of repeats.entries()) {
      const sums = byRepeat.get(repeat) ?? { cases: 0, sum: 0, weight: 0 };
      byRepeat.set(repeat, { cases: sums.cases + 1, sum: sums.sum + found.weight * (values[index] ?? 0), weight: sums.weight + found.weight });
    }
  }
  const whole = [...byRepeat].filter(([, sums]) => sums.cases === cases.length).sort(([one], [other]) => one - other);
  return whole.length > 0 ? whole.map(([, { sum, weight }]) => sum / weight) : overMeans(cases, side);
}

function overMeans(cases: readonly PairedReplies[], side: Side): readonly number[] {
  const fewest = Math.min(...cases.map((found) => side(found).values.length));
  const weight = cases.reduce((sum, found) => sum + found.weight, 0);
  const values = Array.from({ length: fewest }, () => 0);
  for (const found of cases) {
    const all = side(found).values;
    const first = all.slice(0, fewest);
    const shift = meanOf(all) - meanOf(first);
    for (const [place, value] of first.entries()) values[place] = (values[place] ?? 0) + (found.weight / weight) * (value + shift);
  }
  return values;
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

interface Conversation extends UnitOrder {
  readonly cases: PairedReplies[];
}

export function createUnitCollector(): UnitCollector {
  // Units with their variants beside them: cases mostly come in their order, and need nothing else.
  const [alone, variants]: [ChangeUnit[], string[]] = [[], []];
  const conversations = new Map<string, Conversation>();
  let last: UnitOrder | undefined;
  let isInOrder = true;
  return {
    add(found) {
      const { cluster, variant, weight, before, after, repliesBefore } = found;
      if (found.inConversation) {
        const key = `${cluster} ${variant}`;
        const known = conversations.get(key);
        if (known === undefined) conversations.set(key, { cluster, variant, cases: [found] });
        else known.cases.push(found);
        return;
      }
      isInOrder &&= last === undefined || compareUnits(last, found) <= 0;
      last = found;
      alone.push({ cluster, weight, cases: 1, before: before.values, after: after.values, repliesBefore });
      variants.push(variant);
    },
    list() {
      if (isInOrder && conversations.size === 0) return alone;
      const ofCases = alone.map((unit, index) => ({ cluster: unit.cluster, variant: variants[index] ?? '', unit }));
      const ofConversations = [...conversations.values()].map(({ cases, ...order }) => ({ ...order, unit: conversationUnit(order.cluster, cases) }));
      return [...ofCases, ...ofConversations].sort(compareUnits).map(({ unit }) => unit);
    },
  };
}
