import { defineEvaluator, defineRule, type Definitions } from '@assay/schema';
import * as v from 'valibot';
import { definitions } from './definitions.js';

const exactMatch = {
  name: 'exact_match',
  description: 'For tests.',
  examples: [],
  options: v.object({ description: v.optional(v.string()) }),
  check: ({ options }: { options: { description?: string | undefined } }) =>
    options.description === 'checked' ? [{ path: ['description'], message: 'found by its check' }] : [],
  evaluate: () => ({ score: null }),
};

/** What is installed, with one rule. */
export const withRules: Definitions = {
  ...definitions,
  evaluators: [...definitions.evaluators, defineEvaluator(exactMatch)],
  rules: [
    defineRule({
      ...exactMatch,
      form: 'exact_match',
      argument: [],
      match: (written) => (written === 'exact_match' ? {} : undefined),
    }),
  ],
};

/** A test case as YAML. */
export function testCase(id: string, more = ''): string {
  return `id: ${id}
task: Name the mood.
input: What a day!
expected: HAPPY
rubric:
  label:
    description: Is it right?
    weight: 1
    rule: exact_match
tags:
  - domain: moods
${more}`;
}

/** A test case as a JSON value. */
export function testCaseValue(id: string): object {
  return {
    id,
    task: 'Name the mood.',
    input: 'What a day!',
    expected: 'HAPPY',
    rubric: { label: { description: 'Is it right?', weight: 1, rule: 'exact_match' } },
    tags: [{ domain: 'moods' }],
  };
}
