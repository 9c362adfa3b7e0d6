import { defineRule, jsonErrorWords, JsonDepthError, JsonNumberError, parseJson } from '@assay/schema';
import { oneCheck } from './parts/one-check.js';
import { plainForm } from './parts/rule-form.js';
import { ruleOptions } from './parts/rule-options.js';
import { findJson, wholeJson } from '../json/find-json.js';

/** For a remark: JSON that cannot be read is there too. */
function hasJson(text: string): boolean {
  try {
    return findJson(text) !== undefined;
  } catch {
    return true;
  }
}

/** What keeps a text from being JSON; undefined when it is. @throws UnscoredError when it is nested too deep to tell. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'the output is empty';
  try {
    parseJson(text.trim());
    return undefined;
  } catch (error) {
    // The grammar has no bounds of numbers.
    if (error instanceof JsonNumberError) return undefined;
    if (/^\s*```/u.test(text)) return 'the output is a fenced block (```), not JSON itself';
    if (error instanceof JsonDepthError) wholeJson(text);
    return `the output is not JSON: ${jsonErrorWords(error)}${hasJson(text) ? '; there is text around the JSON' : ''}`;
  }
}

/** All of the output is JSON. */
export const jsonValid = defineRule({
  name: 'json_valid',
  description:
    'Checks that the output is valid JSON: 1 if it is, else 0. Space around it is fine; text or a code fence around it is not.',
  options: ruleOptions({}),
  programs: 'never',
  examples: [{ title: 'Nothing but JSON', value: { weight: 0.5, rule: 'json_valid' } }],
  ...plainForm('json_valid'),
  evaluate: ({ response }) => {
    const problem = problemOf(response.text);
    return oneCheck(problem === undefined, 'the output is JSON', problem ?? '');
  },
});
