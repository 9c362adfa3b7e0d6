import { sliceKey } from '@assay/reports';
import { DEFAULT_VERDICT_THRESHOLDS, suiteKey, type ResultRow, type UsageError } from '@assay/schema';

interface StratumPart {
  of(row: ResultRow): string;
  /** What is wrong when no row so far has what it names. */
  unknown(): UsageError | undefined;
}

const always = (): undefined => undefined;
const byVerdict: StratumPart = { of: ({ verdict }) => `verdict ${verdict ?? 'open'}`, unknown: always };
const bySuite: StratumPart = { of: (row) => `suite ${suiteKey(row)}`, unknown: always };
const byTarget: StratumPart = { of: ({ target, variant: { label } }) => `target ${target}${label === '' ? '' : ` ${label}`}`, unknown: always };

/** As tables by it have it; a reply with several tags is in the stratum of those that have all of them. */
function byKey(name: string): StratumPart {
  const key = sliceKey(name);
  return { of: (row) => `${name} ${key.parts(row, DEFAULT_VERDICT_THRESHOLDS).map(({ value }) => value).toSorted().join(' + ') || '(none)'}`, unknown: key.unknown };
}

/** The strata of the rows of a run. @param by names that `isStratum` */
export function createStrata(by: readonly string[]) {
  const parts = by.map((name) => ({ verdict: byVerdict, suite: bySuite, target: byTarget })[name] ?? byKey(name));
  return {
    /** The stratum of a row, in words; empty where there is only one. */
    of: (row: ResultRow): string => parts.map((part) => part.of(row)).join(', '),
    unknown: (): UsageError | undefined => parts.map((part) => part.unknown()).find((error) => error !== undefined),
  };
}
