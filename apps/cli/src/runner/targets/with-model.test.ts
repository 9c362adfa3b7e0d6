import { createTraffic } from '@assay/engine';
import type { TargetDefinition } from '@assay/schema';
import { expect, test } from 'vitest';
import { effectiveOptions } from '../../options/option-values.js';
import { targetLimiters } from './target-limiters.js';
import { originOf, withModel } from './with-model.js';

const JUDGE: TargetDefinition = { name: 'judge', provider: 'azure', model: 'own', workers: 2, options: { endpoint: 'e', api_key: '${KEY}' } };

test('a target with another model keeps its connection, and its limit holds for both together', () => {
  const other = withModel(JUDGE, 'gpt-4');
  expect(other).toEqual({ ...JUDGE, name: 'judge with gpt-4', model: 'gpt-4' });
  expect(originOf(withModel(other, 'gpt-5'))).toBe(JUDGE);
  const limiterOf = targetLimiters(createTraffic({ concurrency: 10 }), effectiveOptions({}, {}));
  expect(limiterOf(other, undefined)).toBe(limiterOf(JUDGE, undefined));
  expect(limiterOf(other, undefined).limit).toBe(2);
});
