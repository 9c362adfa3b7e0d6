import * as v from 'valibot';
import type { JsonObject } from '../domain/json.js';
import type { NormalizeContext, ValuePath } from './context.js';
import { describeKind, reportError } from './findings.js';
import { schemaKeys } from './schema-keys.js';
import { reportUnknownKey } from './unknown-keys.js';

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

function reportIssue(context: NormalizeContext, check: SchemaCheck, issue: v.BaseIssue<unknown>): void {
  const path = issuePath(issue);
  const last = path.at(-1);
  if (issue.expected === 'never' && typeof last === 'string') {
    const parent = [...check.path, ...path.slice(0, -1)];
    reportUnknownKey(context, parent, last, schemaKeysAt(check.schema, path.slice(0, -1)));
    return;
  }
  const missing = issue.received === 'undefined' && path.length > 0;
  reportError(
    context,
    [...check.path, ...(missing ? path.slice(0, -1) : path)],
    `${check.label}${issueMessage(issue, path)}`,
    { code: 'invalid-option' },
  );
}

function schemaKeysAt(schema: v.GenericSchema, path: readonly (string | number)[]): readonly string[] {
  let current: unknown = schema;
  for (const part of path) {
    const shape = current as { entries?: Record<string, unknown>; item?: unknown; wrapped?: unknown };
    const unwrapped = (shape.wrapped ?? shape) as typeof shape;
    current = typeof part === 'number' ? unwrapped.item : unwrapped.entries?.[part];
    if (typeof current !== 'object' || current === null) return [];
  }
  return [...(schemaKeys(current as v.GenericSchema) ?? [])];
}

function hasOnly(value: JsonObject, known: ReadonlySet<string>): boolean {
  for (const key in value) if (!known.has(key)) return false;
  return true;
}

function splitKeys(check: SchemaCheck, known: ReadonlySet<string> | undefined): [JsonObject, JsonObject] {
  if (!known || hasOnly(check.value, known)) return [check.value, {}];
  const entries = Object.entries(check.value);
  const kept = Object.fromEntries(entries.filter(([key]) => known.has(key)));
  const extra = Object.fromEntries(entries.filter(([key]) => !known.has(key)));
  return [kept, extra];
}

/**
 * Checks a mapping against a valibot schema and reports every finding at its exact place.
 * @returns The options as parsed, with the schema's defaults; as written when something is wrong.
 */
export function checkWithSchema(context: NormalizeContext, check: SchemaCheck): JsonObject {
  const known = schemaKeys(check.schema);
  const [value, extra] = splitKeys(check, known);
  if (!check.open && known) {
    for (const key of Object.keys(extra)) {
      reportUnknownKey(context, check.path, key, [...known, ...(check.otherKeys ?? [])]);
    }
  }
  const result = v.safeParse(check.schema, value);
  const rest = check.open ? extra : {};
  if (result.success) return { ...rest, ...(result.output as JsonObject) };
  for (const issue of result.issues) reportIssue(context, check, issue);
  return { ...rest, ...value };
}
