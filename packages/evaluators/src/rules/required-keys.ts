import { composedText, composedValue, defineRule, isJsonObject, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { oneCheck } from './parts/one-check.js';
import { plainForm } from './parts/rule-form.js';
import { ruleOptions } from './parts/rule-options.js';
import { parseFieldPath, valueAt } from '../json/field-path.js';
import { findJson } from '../json/find-json.js';
import { requiredText } from '../options/texts.js';
import { shortJson } from '../texts/short-json.js';

/** A key may itself have dots in it; only what is no key is read as a path. */
function hasKey(item: JsonValue, key: string): boolean {
  if (!isJsonObject(item)) return false;
  if (Object.hasOwn(item, key)) return true;
  const path = parseFieldPath(key);
  return path !== undefined && valueAt(item, path) !== undefined;
}

const SHOWN_CHARACTERS = 80;

function problemOf(text: string, keys: readonly string[]): string | undefined {
  const answer = composedValue(findJson(text)?.value);
  if (answer === undefined) return 'there is no JSON in the output';
  const items: readonly JsonValue[] = Array.isArray(answer) ? answer : [answer];
  if (!items.every(isJsonObject)) return `the JSON has no keys: it is ${shortJson(answer, SHOWN_CHARACTERS)}`;
  if (items.length === 0) return 'the JSON is an empty list';
  const missing = keys.filter((key) => !items.every((item) => hasKey(item, composedText(key))));
  return missing.length === 0 ? undefined : `missing: ${missing.map((key) => JSON.stringify(key)).join(', ')}`;
}

/** The JSON in the output has certain keys. */
export const requiredKeys = defineRule({
  name: 'required_keys',
  description:
    'Checks that the JSON in the output has all of these keys, with any values: 1 if it does, else 0. ' +
    'In a list of objects, every object must have them.',
  options: ruleOptions(
    {
      keys: v.pipe(
        v.array(requiredText('a key'), (issue) => `keys must be a list of keys, got ${issue.received}`),
        v.minLength(1, 'keys must list at least one key'),
        v.description('The keys; `address.city` and `lines[0].total` reach into objects and lists'),
      ),
    },
    { keys: 'as in keys: [name, score]' },
  ),
  programs: 'never',
  examples: [
    { title: 'Two keys', value: { weight: 0.5, rule: 'required_keys', keys: ['name', 'score'] } },
    { title: 'A key of a nested object', value: { weight: 0.5, rule: 'required_keys', keys: ['customer.id'] } },
  ],
  ...plainForm('required_keys', 'keys'),
  evaluate: ({ options: { keys }, response }) => {
    const problem = problemOf(response.text, keys);
    return oneCheck(problem === undefined, `has ${keys.map((key) => JSON.stringify(key)).join(', ')}`, problem ?? '');
  },
});
