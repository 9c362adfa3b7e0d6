import type { ResultRow, VariantMeaning } from '@assay/schema';
import { boundedLine } from './problems/bounded-line.js';
import { compareVariants } from './compare-variants.js';
import { compareNatural } from './natural-order.js';

/** Longest excerpt of a system prompt, in characters. */
const MAX_PROMPT_LENGTH = 160;
/** Most marks that are explained; a run has few. */
const MAX_MARKS = 200;

type VariedRow = Pick<ResultRow, 'suite' | 'suitePath' | 'variant'>;

/** Collects what the marks of variants stand for. */
export interface VariantLegend {
  add(row: VariedRow): void;
  /** By suite, then by mark; undefined when nothing is varied. */
  list(): readonly VariantMeaning[] | undefined;
}

function keyOf({ suite, suitePath, label }: VariantMeaning): string {
  return JSON.stringify([suite, suitePath, label]);
}

function meaningOf(label: string, { suite, suitePath, variant }: VariedRow): VariantMeaning | undefined {
  if (label.startsWith('temp:')) return { label, suite, suitePath, temperature: variant.temperature };
  if (!label.startsWith('sys:')) return undefined;
  return { label, suite, suitePath, system: variant.system === undefined ? null : boundedLine(variant.system, MAX_PROMPT_LENGTH) };
}

/** A mark that was met before keeps its meaning, or is known to have several. */
function combined(known: VariantMeaning | undefined, met: VariantMeaning): VariantMeaning {
  if (!known || known.differs || (known.system === met.system && !met.differs)) return known ?? met;
  return { label: met.label, suite: met.suite, suitePath: met.suitePath, differs: true };
}

/** Temperatures come first, as they do in labels. */
function kind({ label }: VariantMeaning): number {
  return label.startsWith('temp:') ? 0 : 1;
}

function compareMeanings(a: VariantMeaning, b: VariantMeaning): number {
  return (
    compareNatural(a.suite, b.suite) || compareNatural(a.suitePath, b.suitePath) || kind(a) - kind(b) || compareVariants(a.label, b.label)
  );
}

function sorted(meanings: Iterable<VariantMeaning>): readonly VariantMeaning[] {
  return [...meanings].sort(compareMeanings);
}

/**
 * Of more marks than {@link MAX_MARKS} the first ones in order are kept. One that was dropped never comes back, so that the
 * legend does not depend on the order of the rows.
 */
export function createVariantLegend(): VariantLegend {
  const meanings = new Map<string, VariantMeaning>();
  let limit: VariantMeaning | undefined;
  const isBeyond = (met: VariantMeaning): boolean => limit !== undefined && compareMeanings(met, limit) >= 0;
  const dropLast = (): void => {
    limit = sorted(meanings.values()).at(-1);
    if (limit) meanings.delete(keyOf(limit));
  };
  return {
    add(row) {
      if (row.variant.label === '') return;
      for (const label of row.variant.label.split(' ')) {
        const met = meaningOf(label, row);
        if (!met || isBeyond(met)) continue;
        meanings.set(keyOf(met), combined(meanings.get(keyOf(met)), met));
        if (meanings.size > MAX_MARKS) dropLast();
      }
    },
    list: () => (meanings.size === 0 ? undefined : sorted(meanings.values())),
  };
}

/** Two legends as one; where they disagree a mark stands for different things. */
export function mergeLegends(
  a: readonly VariantMeaning[] | undefined,
  b: readonly VariantMeaning[] | undefined,
): readonly VariantMeaning[] | undefined {
  if (!a || !b) return a ?? b;
  const meanings = new Map(a.map((meaning) => [keyOf(meaning), meaning]));
  for (const met of b) meanings.set(keyOf(met), combined(meanings.get(keyOf(met)), met));
  return sorted(meanings.values());
}
