import type { JsonValue } from '../domain/json.js';
import type { NormalizeContext } from '../eval-case/context.js';

/** A call of a point function that was written as one text. */
export interface CallText {
  /** The function, without `$`. */
  readonly name: string;
  readonly arg?: JsonValue | undefined;
}

const CALL = /^\$(?<name>[a-z][a-z0-9_]*)(?:\s*:\s*(?<arg>[\s\S]*))?$/u;
const QUOTED = /^(?<quote>["'])(?<inner>[\s\S]*)\k<quote>$/u;

/** Quotes and brackets make a YAML value. Everything else is the text that it looks like, or a number or yes and no. */
function readArgument(context: NormalizeContext, written: string): JsonValue | undefined {
  if (written === '') return undefined;
  const read = context.parseFlow?.(written);
  if (/^["'[{]/u.test(written)) {
    // What stands in quotes and is no YAML is mostly a pattern whose backslashes were not doubled.
    return read ? read.value : (QUOTED.exec(written)?.groups?.['inner'] ?? written);
  }
  if (read && read.value === null) return undefined;
  return typeof read?.value === 'number' || typeof read?.value === 'boolean' ? read.value : written;
}

/**
 * The call that a text like `$contains: "x"` or `$is_json` plainly is. Undefined for other texts,
 * also for those that only begin with a dollar sign.
 */
export function readCallText(context: NormalizeContext, text: string): CallText | undefined {
  if (!text.trimStart().startsWith('$')) return undefined;
  const groups = CALL.exec(text.trim())?.groups;
  if (!groups) return undefined;
  const arg = readArgument(context, groups['arg'] ?? '');
  return { name: groups['name'] ?? '', ...(arg === undefined ? {} : { arg }) };
}
