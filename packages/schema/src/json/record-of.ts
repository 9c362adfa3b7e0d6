import * as v from 'valibot';
import { _addIssue as addIssue } from 'valibot';
import { isJsonObject } from '../domain/json.js';

/** Keys that the library leaves out without a word. */
const LEFT_OUT = ['__proto__', 'prototype', 'constructor'] as const;
/** Stands before them while the library looks at what is under them. */
const MARK = '\u0000';

function hasLeftOut(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && LEFT_OUT.some((key) => Object.hasOwn(value, key));
}

function renamed(value: object, name: (key: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [name(key), item]));
}

const unmarked = (key: string): string => (key.startsWith(MARK) ? key.slice(MARK.length) : key);

/**
 * A mapping of any keys to values of one kind. Unlike `record` of valibot it keeps keys that objects of JavaScript
 * have by birth: `constructor` and `__proto__` are names like others. And a list is none: its positions are no names.
 */
export function recordOf<const TValue extends v.GenericSchema>(value: TValue): v.RecordSchema<v.StringSchema<undefined>, TValue, undefined>;
export function recordOf<const TValue extends v.GenericSchema, const TMessage extends v.ErrorMessage<v.RecordIssue>>(
  value: TValue,
  message: TMessage,
): v.RecordSchema<v.StringSchema<undefined>, TValue, TMessage>;
// @__NO_SIDE_EFFECTS__
export function recordOf(value: v.GenericSchema, message?: v.ErrorMessage<v.RecordIssue>) {
  const schema = v.record(v.string(), value, message);
  const run = schema['~run'].bind(schema);
  const keepingRun: typeof run = (dataset, config) => {
    const input = dataset.value;
    if (Array.isArray(input)) {
      addIssue(schema, 'type', dataset, config);
      // It has an issue now, and is no mapping: what is returned for whatever else is none.
      return dataset as unknown as ReturnType<typeof run>;
    }
    if (!hasLeftOut(input)) return run(dataset, config);
    const marked = renamed(input, (key) => ((LEFT_OUT as readonly string[]).includes(key) ? `${MARK}${key}` : key));
    const result = run({ ...dataset, value: marked }, config);
    for (const { path } of result.issues ?? []) {
      const [first] = path ?? [];
      if (first && typeof first.key === 'string') Object.assign(first, { key: unmarked(first.key), input });
    }
    if (typeof result.value === 'object' && result.value !== null) Object.assign(result, { value: renamed(result.value, unmarked) });
    return result;
  };
  return Object.assign(schema, { '~run': keepingRun });
}
