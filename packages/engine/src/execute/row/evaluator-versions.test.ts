import { expect, test } from 'vitest';
import { evaluator, scorer } from '../../../test/samples.js';
import { evaluatorVersions } from './evaluator-versions.js';

test('versions of entries and of members of composites count, by the names of their evaluators', () => {
  const installed = [
    { ...scorer('words', () => ({ score: 1 })), version: '2', aliases: ['word'] },
    { ...scorer('lines', () => ({ score: 1 })), version: '7' },
    scorer('plain', () => ({ score: 1 })),
    scorer('group', () => ({ score: 1 })),
  ];
  const find = (type: string) => installed.find(({ name, aliases = [] }) => name === type || aliases.includes(type));
  const members = { evaluators: [{ type: 'word' }, { type: 'plain' }, { type: 'group', evaluators: [{ type: 'lines' }] }] };
  expect(evaluatorVersions([evaluator('plain')], find)).toEqual({});
  expect(evaluatorVersions([evaluator('words'), evaluator('nope')], find)).toEqual({ words: '2' });
  expect(evaluatorVersions([evaluator('group', { options: members })], find)).toEqual({ words: '2', lines: '7' });
});
