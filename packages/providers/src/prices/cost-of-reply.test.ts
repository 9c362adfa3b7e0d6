import { expect, test } from 'vitest';
import { costOfReply } from './cost-of-reply.js';

const MILLION = { inputTokens: 1_000_000, outputTokens: 0 };
const TABLE = { date: '2026-01-01', prices: { 'a:told': { input: 1, output: 0 }, 'b:asked': { input: 2, output: 0 } } };

test('the first provider with a price counts, by the model that was asked for or the one that answered', () => {
  const models = ['asked', 'told'];
  expect(costOfReply(MILLION, { providers: ['a', 'b'], models }, TABLE)).toBe(1);
  expect(costOfReply(MILLION, { providers: ['b', 'a'], models }, TABLE)).toBe(2);
});

test('is not known without tokens or a price, and 0 where nobody is paid', () => {
  expect(costOfReply(undefined, { providers: ['a'], models: ['told'] }, TABLE)).toBeUndefined();
  expect(costOfReply(MILLION, { providers: ['c'], models: ['told', undefined] }, TABLE)).toBeUndefined();
  expect(costOfReply(undefined, { providers: [], models: [], local: true }, TABLE)).toBe(0);
});
