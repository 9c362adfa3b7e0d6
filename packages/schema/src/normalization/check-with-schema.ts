import * as v from 'valibot';
import type { JsonObject, JsonValue } from '../domain/json.js';
import type { NormalizeContext } from './context.js';
import type { ValuePath } from '../domain/value-path.js';
import { describeKind, reportError } from './findings.js';
import type { GradingKeys } from './grading-keys.js';
import { withoutStrayKeys } from './stray-keys.js';
import { isPrivateKey, reportUnknownKey } from './unknown-keys.js';

export interface SchemaCheck {
  readonly schema: v.GenericSchema;
  readonly value: JsonObject;
  /** Where the mapping stands. */
  readonly path: ValuePath;
  /** Whose options these are, put before every message, e.g. `evaluator "safety": `. */
  readonly label: string;
  /** Keys beside the schema's are handed on instead of being warned about. */
  readonly open?: boolean | undefined;
  /** Keys that are read elsewhere: good to suggest, not part of `value`. */
  readonly otherKeys?: readonly string[] | undefined;
  /** Set when the options say how replies are scored: unknown keys that say it too are errors. */
  readonly grading?: GradingKeys | undefined;
  /** Better advice than the nearest key, for names that people expect beside those that a mapping of the schema knows. */
  readonly hintsBeside?: ((known: readonly string[]) => Readonly<Record<string, string>> | undefined) | undefined;
}

function issuePath(issue: v.BaseIssue<unknown>): (string | number)[] {
  return (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
}

function dotted(path: readonly (string | number)[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

/** The library's own wording names types for programmers; schemas with messages of their own keep them. */
function issueMessage(issue: v.BaseIssue<unknown>, path: readonly (string | number)[]): string {
  if (!/^Invalid \w/u.test(issue.message)) return issue.message;
  const name = dotted(path) || 'it';
  if (issue.received === 'undefined') return `${name} is missing`;
  const { expected } = issue;
  const received = issue.type === 'picklist' || issue.type === 'literal' ? issue.received : describeKind(issue.input);
  if (expected === null) return `${name}: ${issue.message}`;
  const choices = expected.replace(/^\((?<inner>.*)\)$/u, '$<inner>').split(' | ');
  if (issue.type === 'picklist' || issue.type === 'literal' || issue.type === 'union') {
    return `${name} must be one of ${choices.join(', ').replaceAll('"', '')}, not ${received}`;
  }
  const kind = { Array: 'a list', Object: 'a mapping', boolean: 'true or false' }[expected] ?? `a ${expected}`;
  if (issue.kind === 'schema') return `${name} must be ${kind}, not ${received}`;
  return `${name} must be ${expected}, not ${issue.received}`;
}

/** A text that looks like a number, or like true and false, is one only in quotes. */
function issueHint(context: NormalizeContext, { type, input }: v.BaseIssue<unknown>, path: ValuePath): string | undefined {
  if (type !== 'string' || (typeof input !== 'number' && typeof input !== 'boolean')) return undefined;
  return `put it in quotes: "${context.writtenAt?.(path) ?? String(input)}"`;
}

function reportIssue(context: NormalizeContext, check: SchemaCheck, issue: v.BaseIssue<unknown>): void {
  const path = issuePath(issue);
  const missing = issue.received === 'undefined' && path.length > 0;
  const place = [...check.path, ...(missing ? path.slice(0, -1) : path)];
  const hint = issueHint(context, issue, place);
  reportError(context, place, `${check.label}${issueMessage(issue, path)}`, { code: 'invalid-option', ...(hint === undefined ? {} : { hint }) });
}

/** The value without keys that nobody reads, each of which is reported, and what an open schema hands on, if there is any. */
function splitKeys(context: NormalizeContext, check: SchemaCheck): [value: JsonObject, rest: JsonObject | undefined] {
  let handedOn: [string, JsonValue | undefined][] | undefined;
  const value = withoutStrayKeys(check.schema, check.value, ({ path, key, known }) => {
    const top = path.length === 0;
    if (top && check.open) (handedOn ??= []).push([key, check.value[key]]);
    else if (!isPrivateKey(key)) {
      reportUnknownKey(context, [...check.path, ...path], key, top ? [...known, ...(check.otherKeys ?? [])] : known, {
        grading: check.grading,
        hints: check.hintsBeside?.(known),
      });
    }
  });
  return [value, handedOn && (Object.fromEntries(handedOn) as JsonObject)];
}

/**
 * Checks a mapping against a valibot schema and reports every finding at its exact place. Keys that
 * the schema does not know are warned about at every depth.
 * @returns The options as parsed, with the schema's defaults; as written when something is wrong.
 */
export function checkWithSchema(context: NormalizeContext, check: SchemaCheck): JsonObject {
  const [value, rest] = splitKeys(context, check);
  const result = v.safeParse(check.schema, value);
  if (result.success) return rest ? { ...rest, ...(result.output as JsonObject) } : (result.output as JsonObject);
  for (const issue of result.issues) reportIssue(context, check, issue);
  return { ...rest, ...value };
}
