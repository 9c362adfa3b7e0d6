import { canonicalJson } from '../keys/canonical-hash.js';
import type { NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import { reportWarning } from '../normalization/findings.js';

/** One of several spellings of the same field. The canonical one comes first in a list of them. */
export interface Spelling {
  /** As it is shown, e.g. `execution.evaluators`. */
  readonly label: string;
  readonly path: ValuePath;
  readonly value: unknown;
}

/**
 * The spelling that counts when several are present: the canonical one, or with
 * `alias_precedence: shorthand` the first alias. Those that say something else are warned about.
 * @param expand Brings a value to its long form, so that equal meanings compare equal.
 */
export function pickSpelling(
  context: NormalizeContext,
  spellings: readonly Spelling[],
  canonicalLabel: string,
  expand: (value: unknown) => unknown = (value) => value,
): Spelling | undefined {
  const present = spellings.filter(({ value }) => value !== undefined && value !== null);
  const shorthand = present.find(({ label }) => label !== canonicalLabel);
  const winner = context.aliasPrecedence === 'shorthand' ? (shorthand ?? present[0]) : present[0];
  if (!winner || present.length === 1) return winner;
  const meaning = canonicalJson(expand(winner.value));
  for (const loser of present) {
    if (loser === winner || canonicalJson(expand(loser.value)) === meaning) continue;
    reportWarning(context, loser.path, `${winner.label} and ${loser.label} differ; ${winner.label} is used`, {
      code: 'alias-conflict',
      which: 'key',
      hint: `keep one of the two, or say which wins with alias_precedence: canonical | shorthand${context.precedenceOfProject ? ' in .assay/config.yaml' : ''}`,
      related: { message: `${winner.label} is here`, path: winner.path },
    });
  }
  return winner;
}

/**
 * The key under which a mapping has a field that goes by several names (canonical first).
 * Empty values (null) count as absent.
 */
export function pickKey(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  names: readonly string[],
  expand?: (value: unknown) => unknown,
): string | undefined {
  let found: string | undefined;
  let several = false;
  for (const name of names) {
    if (raw[name] === undefined || raw[name] === null) continue;
    if (found === undefined) found = name;
    else several = true;
  }
  if (!several) return found;
  const spellings = names.map((label) => ({ label, path: [...path, label], value: raw[label] }));
  return pickSpelling(context, spellings, names[0] ?? '', expand)?.label;
}
