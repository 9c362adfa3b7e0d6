import type { Limiter } from '@assay/engine';
import type { TargetDefinition } from '@assay/schema';
import { expect, test } from 'vitest';
import { targetLimiters } from './target-limiters.js';
import { originOf, withModel } from './with-model.js';

const JUDGE: TargetDefinition = { name: 'judge', provider: 'azure', model: 'own', workers: 2, options: { endpoint: 'e', api_key: '${KEY}' } };

test('a target with another model keeps its connection, and its limit holds for both together', () => {
  const other = withModel(JUDGE, 'gpt-4');
  expect(other).toEqual({ ...JUDGE, name: 'judge with gpt-4', model: 'gpt-4' });
  expect(originOf(withModel(other, 'gpt-5'))).toBe(JUDGE);
  const places: number[] = [];
  const limiterOf = targetLimiters({
    atOnce: 10,
    createLimiter(count) {
      places.push(count);
      return {} as Limiter;
    },
  });
  expect(limiterOf(other)).toBe(limiterOf(JUDGE));
  expect(places).toEqual([2]);
});
