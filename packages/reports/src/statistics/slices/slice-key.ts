import { nearestMatch, UsageError, type ResultRow, type VerdictThresholds } from '@assay/schema';
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
  /** Null for an open verdict, and without a score. */
  readonly passed: boolean | null;
}

/** How rows are sliced. */
export interface SliceKey {
  /** As it was asked for. */
  readonly name: string;
  /** The slices that a row is in: none, one, or several. */
  parts(row: ResultRow, thresholds: VerdictThresholds): readonly SlicePart[];
  /** What is wrong when none of the rows so far, of which there are some, has what it names; undefined when one has. */
  unknown(): UsageError | undefined;
}

/** Most names that rows have which are remembered for a hint. */
const MOST_NAMES = 100;
const SHOWN_NAMES = 20;

/** Sees whether any row has what a key names, and what they have instead. */
function createNames(wanted: string, kind: string): { add(names: Iterable<string>): void; unknown(): UsageError | undefined } {
  const met = new Set<string>();
  let [known, rows] = [false, 0];
  return {
    add(names) {
      rows += 1;
      if (known) return;
      for (const name of names) {
        if (name === wanted) known = true;
        if (met.size < MOST_NAMES) met.add(name);
      }
    },
    unknown() {
      if (known || rows === 0) return undefined;
      const near = nearestMatch(wanted, [...met]);
      const named = [...met].slice(0, SHOWN_NAMES).join(', ') + (met.size > SHOWN_NAMES ? ', …' : '');
      return new UsageError(`no case has a ${kind} "${wanted}"`, { hint: near ? `did you mean "${near}"?` : met.size === 0 ? 'the cases have none at all' : `there are: ${named}` });
    },
  };
}

const always = (): undefined => undefined;

const ofRow = (value: string, { score, verdict }: ResultRow): SlicePart => ({ value, score, passed: verdict === null ? null : verdict === 'pass' });

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

/** A case without a tag is in a slice of its own: what is left out would be missed. */
const orNone = (values: readonly string[]): readonly string[] => (values.length > 0 ? values : ['']);

function tagKey(name: string): SliceKey {
  const key = name.slice('tag:'.length);
  const names = createNames(key, 'tag of the form KEY:VALUE with the key');
  return {
    name,
    parts(row) {
      names.add(row.tags.flatMap((tag) => (tag.includes(':') ? [tag.slice(0, tag.indexOf(':'))] : [])));
      // A key may have a colon too.
      const values = tagValues(row, key);
      if (values.length > 0) names.add([key]);
      return orNone(values).map((value) => ofRow(value, row));
    },
    unknown: names.unknown,
  };
}

function varKey(name: string): SliceKey {
  const key = name.slice('var:'.length);
  const names = createNames(key, 'variable');
  return {
    name,
    parts(row) {
      names.add(Object.keys(row.vars ?? {}));
      return [ofRow(varValue(row, key), row)];
    },
    unknown: names.unknown,
  };
}

/** What a key looks like: exactly what {@link sliceKey} takes. */
export const SLICE_KEY = /^(?:(?:suite|target|variant|evaluator|tag)$|(?:tag|var):.)/u;

/** The same in words. */
export const SLICE_KEYS = 'suite, target, variant, evaluator, tag, tag:KEY for tags like KEY:VALUE, or var:NAME for a variable';

/**
 * How rows are sliced by what somebody wrote: `target`, `tag`, `tag:lang`.
 * @throws UsageError for anything else.
 */
export function sliceKey(name: string): SliceKey {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field) return { name, parts: (row) => [ofRow(field(row), row)], unknown: always };
  if (name === 'evaluator') {
    return {
      name,
      unknown: always,
      parts: ({ evaluators }, thresholds) =>
        evaluators.map(({ name: value, score, verdict }) => ({ value, score, passed: score === null ? null : (verdict ?? scoreVerdict(score, thresholds)) === 'pass' })),
    };
  }
  if (name === 'tag') return { name, parts: (row) => orNone([...new Set(row.tags)]).map((value) => ofRow(value, row)), unknown: always };
  if (/^tag:./u.test(name)) return tagKey(name);
  if (/^var:./u.test(name)) return varKey(name);
  throw new UsageError(`results cannot be sliced by "${name}"`, { hint: `allowed: ${SLICE_KEYS}` });
}
