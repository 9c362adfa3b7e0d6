import * as v from 'valibot';
import { expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import { definePointFunction, type PointFunctionDefinition } from '../contracts/point-function.js';
import { UnscoredError } from '../errors/unscored-error.js';
import { pointFunctionConformance } from './point-function-conformance.js';

/** A point function that keeps every promise. */
const good: PointFunctionDefinition = definePointFunction({
  name: 'mentions',
  aliases: ['mention'],
  description: 'Share of the names that the reply mentions.',
  options: v.array(v.string()),
  examples: [{ title: 'two cities', value: ['Paris', 'Rome'] }],
  check: (names) => (names.includes('') ? [{ path: [names.indexOf('')], message: 'a name is empty' }] : []),
  apply(names, { text }) {
    if (names.length === 0) throw new UnscoredError('no names', { reason: 'config' });
    return { score: names.filter((name) => text.includes(name)).length / names.length, explain: 'by name' };
  },
});

const broken = (change: Partial<PointFunctionDefinition>): Promise<string[]> => brokenPromises(pointFunctionConformance({ ...good, ...change }));

test('a good point function keeps every promise', async () => {
  expect(await broken({})).toEqual([]);
  expect(await broken({ apply: ([name], { text }) => text.includes(String(name)) })).toEqual([]);
});

const SCORE = 'two cities: the score is yes, no or in [0, 1], or there is an error';
const TWICE = 'two cities: applying it twice gives the same';
const ONCE = 'two cities: what is looked at at once, with other replies, gives the same';
const ODD = 'two cities: odd replies are scored or refused, and never crash it';
const LEFT = 'two cities: the argument and what it looks at are left as they are';
const NAMES = 'no name begins with not_ or has anything but letters, digits and _';
const SOME = 'scores at least one of the samples';

test.each<[string, Partial<PointFunctionDefinition>, string[]]>([
  ['a score above 1', { apply: () => 2 }, [SCORE, ODD]],
  ['no number', { apply: () => Number.NaN }, [SCORE, ODD]],
  ['an explanation that is no text', { apply: () => ({ score: 1, explain: 3 as never }) }, [SCORE, ODD]],
  ['a crash', { apply: () => { throw new TypeError('x'); } }, [SCORE, TWICE, ONCE, LEFT, ODD, SOME]],
  ['a crash at an empty reply', { apply: (_, { text }) => new RegExp(text.slice(0, 1) || '(', 'u').test(text) }, [ODD]],
  ['chance', { apply: () => Math.random() / 2 }, [TWICE, ONCE]],
  ['a change of the argument', { apply: (names: string[]) => names.push('x') > 0 }, [LEFT]],
  ['a change of the calls', { apply: (_, { toolCalls }) => (toolCalls as unknown[]).push({}) > 0 }, [LEFT]],
  ['nothing that it can score', { apply: () => { throw new UnscoredError('never'); } }, [SOME]],
  ['an example that it refuses', { check: () => [{ path: [], message: 'bad' }] }, ['two cities: nothing is wrong with the argument']],
  ['a negation in its name', { name: 'not_mentions' }, [NAMES]],
  ['a name that no rubric can hold', { name: 'my-mentions' }, [NAMES]],
  ['an alias of another kind', { aliases: ['$mention'] }, [NAMES]],
  ['no description', { description: '' }, ['has a name in lower case and a description, and no alias twice']],
])('%s', async (_, change, promises) => {
  expect(await broken(change)).toEqual(promises);
});

test('an example that the schema refuses', async () => {
  const checks = pointFunctionConformance({ ...good, examples: [{ title: 'a text', value: 'Paris' }] }, { samples: [{ title: 'Rome', argument: ['Rome'], context: { text: 'Rome' } }] });
  expect(await brokenPromises(checks)).toEqual(['the options schema accepts every example of the definition']);
});

test('a text that the next one takes the place of while it waits breaks a promise', async () => {
  let last = '';
  const apply: PointFunctionDefinition['apply'] = async (_, { text }) => {
    last = text;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return last.includes('Paris');
  };
  const failed: string[] = [];
  // One after another: the checks do not disturb each other.
  for (const check of pointFunctionConformance({ ...good, apply })) failed.push(...(await brokenPromises([check])));
  expect(failed).toEqual([ONCE]);
});
