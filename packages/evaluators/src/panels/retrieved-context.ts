import { isJsonObject, UnscoredError, type EvalCase, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { requiredText, wordedText } from '../options/texts.js';

/** The option that says what was retrieved. */
export const ContextSchema = v.optional(
  v.pipe(
    v.union([wordedText('context'), v.pipe(v.array(requiredText('context')), v.minLength(1, 'context must list at least one text'))], 'context must be a text, or a list of texts'),
    v.description('What was retrieved: a text, or a list of passages; default is the `context` of the case, or its variable of that name'),
  ),
);

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((one: JsonValue) => textOf(one)).join('\n\n');
  return JSON.stringify(value, null, 2);
}

/**
 * What a reply was to be made from.
 * @throws UnscoredError (config) when nothing says it.
 */
export function retrievedContext(option: string | readonly string[] | undefined, { context, vars }: EvalCase): string {
  const own = isJsonObject(context) && context['context'] !== undefined ? context['context'] : context;
  const text = textOf(option ?? own ?? vars?.['context']);
  if (text.trim() !== '') return text;
  throw new UnscoredError('there is no context: neither the evaluator nor the case has one', {
    reason: 'config',
    hint: 'add context to the evaluator or the case, or a variable named context',
  });
}
