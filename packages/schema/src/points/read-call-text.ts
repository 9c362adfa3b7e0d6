import type { JsonValue } from '../domain/json.js';
import type { FlowValue, NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import { meantFunction } from './meant-call.js';
import { installedFunction, readArgument, takesText } from './point-argument.js';

/** A call of a point function that was written as one text. */
export interface CallText {
  /** The function, without `$`. */
  readonly name: string;
  readonly arg?: JsonValue | undefined;
}

const CALL = /^\$(?<name>[a-z][\w\s'’-]*?)(?:\s*:\s*(?<arg>[\s\S]*))?$/iu;
/** How functions are named. */
const FUNCTION = /^[a-z][a-z0-9_]*$/u;
/** One text in quotes, with no end of it inside. */
const QUOTED = /^(?<quote>["'])(?<inner>(?:(?!\k<quote>)[^\\]|\\[\s\S])*)\k<quote>$/u;

/** What stands in quotes and is no YAML is mostly a pattern whose backslashes were not doubled. */
function unquoted(written: string, read: FlowValue | undefined): string | undefined {
  if (!/^["']/u.test(written)) return undefined;
  return typeof read?.value === 'string' ? read.value : QUOTED.exec(written)?.groups?.['inner'];
}

/** Quotes and brackets make a YAML value. Everything else is the text that it looks like, or a number or yes and no. */
function readValue(written: string, read: FlowValue | undefined): JsonValue | undefined {
  const text = unquoted(written, read);
  if (text !== undefined) return text;
  if (/^[[{]/u.test(written)) return read ? read.value : written;
  if (read && read.value === null) return undefined;
  return typeof read?.value === 'number' || typeof read?.value === 'boolean' ? read.value : written;
}

/** Whether a name that no function can have says which one is meant. */
function isMeant({ definitions }: NormalizeContext, name: string): boolean {
  return meantFunction(definitions?.pointFunctions ?? [], name) !== undefined;
}

/**
 * The call that a text like `$contains: "x"` or `$is_json` plainly is: for functions that take a text,
 * all that stands after the colon is that text. What is meant by `$Contains: x` and `$not-contains: x` is a call too, of a function that
 * there is not. Undefined for other texts, also for those that only begin with a dollar sign.
 */
export function readCallText(context: NormalizeContext, text: string, path: ValuePath): CallText | undefined {
  if (!text.trimStart().startsWith('$')) return undefined;
  const groups = CALL.exec(text.trim())?.groups;
  const name = groups?.['name'];
  if (name === undefined || (!FUNCTION.test(name) && !isMeant(context, name))) return undefined;
  const written = groups?.['arg'] ?? '';
  if (written === '') return { name };
  const read = context.parseFlow?.(written);
  const definition = installedFunction(context, name);
  if (definition && takesText(definition)) return { name, arg: unquoted(written, read) ?? written };
  const arg = readArgument(context, name, readValue(written, read), path, (at) => read?.writtenAt(at));
  return { name, ...(arg === undefined ? {} : { arg }) };
}
