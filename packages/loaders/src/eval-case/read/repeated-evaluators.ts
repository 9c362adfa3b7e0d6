import type { EvaluatorConfig, NormalizeContext } from '@assay/schema';
type Evaluators = readonly EvaluatorConfig[];

interface Held {
  /** What cases without evaluators of their own would get. */
  readonly shared: object;
  readonly written: unknown;
  readonly read: Evaluators;
}

/** What was read last, for each reading of a file. */
const last = new WeakMap<NormalizeContext, Held>();

/** Equal JSON values, with keys in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const keys = Object.keys(left);
  const others = Object.keys(right);
  return keys.length === others.length && keys.every((key, index) => key === others[index] && isSame(left[key], right[key]));
}

/**
 * Reads evaluators as they are written, unless the case before had the same ones: in datasets that a
 * program wrote, millions of lines repeat the same list. What has to be said about a list, or
 * checked, is said and checked for every case anew.
 * @param shared What the suite says, which has a part in what is read.
 */
export function readRepeated(context: NormalizeContext, shared: object, written: unknown, read: () => Evaluators): Evaluators {
  const before = last.get(context);
  if (before && before.shared === shared && isSame(before.written, written)) return before.read;
  const { tally } = context;
  const handedOn = tally.handedOn ?? 0;
  const evaluators = read();
  if ((tally.handedOn ?? 0) === handedOn) last.set(context, { shared, written, read: evaluators });
  else last.delete(context);
  return evaluators;
}
