import { UsageError, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { boundedLine } from '../problems/bounded-line.js';
import { scoreVerdict } from '../score-verdict.js';

/** Longest value of a variable, in characters: longer ones that begin alike share a slice. */
const VALUE_CHARACTERS = 80;

/** One row in one slice. */
interface SlicePart {
  /** Value by which it is sliced. */
  readonly value: string;
  /** [0, 1]; null for none. */
  readonly score: number | null;
  readonly passed: boolean;
}

/** How rows are sliced. */
export interface SliceKey {
  /** As it was asked for. */
  readonly name: string;
  /** The slices that a row is in: none, one, or several. */
  parts(row: ResultRow, thresholds: VerdictThresholds): readonly SlicePart[];
}

const ofRow = (value: string, { score, verdict }: ResultRow): SlicePart => ({ value, score, passed: verdict === 'pass' });

const FIELDS: Readonly<Record<string, (row: ResultRow) => string>> = {
  suite: ({ suite }) => suite,
  target: ({ target }) => target,
  variant: ({ variant }) => variant.label,
};

/** Tags of the form `lang:de` have the value `de` for the key `lang`. */
function tagValues({ tags }: ResultRow, key: string): readonly string[] {
  const start = `${key}:`;
  return [...new Set(tags)].flatMap((tag) => (tag.startsWith(start) ? [tag.slice(start.length)] : []));
}

/** A variable of the case as a short text; empty for none. */
function varValue({ vars = {} }: ResultRow, name: string): string {
  const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
  if (value === undefined || value === null) return '';
  return boundedLine(typeof value === 'string' ? value : JSON.stringify(value), VALUE_CHARACTERS);
}

const ALLOWED = 'suite, target, variant, evaluator, tag, tag:KEY for tags like KEY:VALUE, or var:NAME for a variable';

/**
 * How rows are sliced by what somebody wrote: `target`, `tag`, `tag:lang`.
 * @throws UsageError for anything else.
 */
export function sliceKey(name: string): SliceKey {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field) return { name, parts: (row) => [ofRow(field(row), row)] };
  if (name === 'evaluator') {
    return {
      name,
      parts: ({ evaluators }, thresholds) =>
        evaluators.map(({ name: value, score, verdict }) => ({ value, score, passed: score !== null && (verdict ?? scoreVerdict(score, thresholds)) === 'pass' })),
    };
  }
  // A case without a tag is in a slice of its own: what is left out would be missed.
  const orNone = (values: readonly string[]): readonly string[] => (values.length > 0 ? values : ['']);
  if (name === 'tag') return { name, parts: (row) => orNone([...new Set(row.tags)]).map((value) => ofRow(value, row)) };
  if (/^tag:./u.test(name)) return { name, parts: (row) => orNone(tagValues(row, name.slice(4))).map((value) => ofRow(value, row)) };
  if (/^var:./u.test(name)) return { name, parts: (row) => [ofRow(varValue(row, name.slice(4)), row)] };
  throw new UsageError(`results cannot be sliced by "${name}"`, { hint: `allowed: ${ALLOWED}` });
}
