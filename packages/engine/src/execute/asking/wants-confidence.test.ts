import type { EvaluatorDefinition, JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluator, scorer } from '../../../test/samples.js';
import { wantsConfidence } from './wants-confidence.js';

const calibrated: EvaluatorDefinition = { ...scorer('calibrated', () => ({ score: 1 })), uses: ['confidence'] };
const find = (type: string): EvaluatorDefinition | undefined => (type === 'calibrated' ? calibrated : undefined);
const composite = (options: JsonObject) => evaluator('composite', { options });

describe('wantsConfidence', () => {
  test('is true when an evaluator looks at the confidence', () => {
    expect(wantsConfidence([evaluator('good'), evaluator('calibrated')], find)).toBe(true);
    expect(wantsConfidence([evaluator('good')], find)).toBe(false);
    expect(wantsConfidence([], find)).toBe(false);
  });

  test('members and aggregators of composites count, at any depth', () => {
    const inner: JsonObject = { type: 'composite', evaluators: [{ type: 'calibrated' }] };
    expect(wantsConfidence([composite({ evaluators: [{ type: 'good' }, inner] })], find)).toBe(true);
    expect(wantsConfidence([composite({ evaluators: ['calibrated'] })], find)).toBe(true);
    expect(wantsConfidence([composite({ evaluators: [], aggregator: { type: 'calibrated' } })], find)).toBe(true);
    expect(wantsConfidence([composite({ evaluators: ['good'], note: 'calibrated' })], find)).toBe(false);
  });
});
