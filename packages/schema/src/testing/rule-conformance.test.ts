import * as v from 'valibot';
import { expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import { defineRule, type RuleDefinition } from '../contracts/rule.js';
import { ruleConformance } from './rule-conformance.js';

/** A rule that keeps every promise. */
const good = defineRule({
  name: 'words_max',
  description: 'At most so many words.',
  options: v.object({ value: v.number() }),
  examples: [{ title: 'ten words', value: { weight: 0.5, rule: 'words_max_10' } }],
  form: 'words_max_X',
  argument: ['value'],
  match(written) {
    if (written === 'words_max') return {};
    const [, number] = /^words_max_(\d+)$/u.exec(written) ?? [];
    return number === undefined ? undefined : { value: Number(number) };
  },
  evaluate: ({ options, response }) => ({ score: response.text.split(' ').length <= options.value ? 1 : 0 }),
}) as RuleDefinition;

const broken = (change: Partial<RuleDefinition>): Promise<string[]> => brokenPromises(ruleConformance({ ...good, ...change }));

test('a good rule keeps every promise', async () => {
  expect(await broken({})).toEqual([]);
});

const FORM = 'is told by its name, with the numbers that are in it';
const EXAMPLES = 'the options schema accepts every example of the definition';
const SOME = 'scores at least one of the samples';

test.each<[string, Partial<RuleDefinition>, string[]]>([
  ['a form of another name', { form: 'at_most_X_words' }, [FORM]],
  ['a number that is no parameter', { form: 'words_max_X_of_Y' }, [FORM]],
  ['a bare name that is not known', { match: (written) => (written === 'words_max' ? undefined : good.match(written)) }, [FORM]],
  ['every name is its own', { match: (written) => good.match(written) ?? {} }, [FORM]],
  ['a bare value that fills nothing', { argument: ['limit'] }, [FORM, 'a bare value fills options that it has']],
  ['an example of another rule', { examples: [{ title: 'other', value: { rule: 'length_max_10' } }] }, [EXAMPLES, SOME]],
  ['a score above 1', { evaluate: () => ({ score: 2 }) }, ['ten words: the score is in [0, 1], or null with an error', 'ten words: odd replies are scored or refused, and never crash it']],
])('%s', async (_, change, promises) => {
  expect(await broken(change)).toEqual(promises);
});
