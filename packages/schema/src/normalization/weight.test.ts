import { expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { readCaseWeight, readWeight } from './weight.js';

test.each([
  [undefined, 1],
  [null, 1],
  [0, 0],
  [0.25, 0.25],
  [3, 3],
  [Number.MAX_VALUE, Number.MAX_VALUE],
])('%s gives %s', (value, weight) => {
  const { context, found } = recordingContext();
  expect(readWeight(context, value, ['weight'])).toBe(weight);
  expect(found).toEqual([]);
});

test.each([
  [-1, 'weight must be >= 0, not the number -1'],
  [-1e-9, 'weight must be >= 0, not the number -1e-9'],
  [Infinity, 'weight must be a finite number, not the number Infinity'],
  [-Infinity, 'weight must be a finite number, not the number -Infinity'],
  [NaN, 'weight must be a finite number, not the number NaN'],
  ['3', 'weight must be a finite number, not "3"'],
  [true, 'weight must be a finite number, not true'],
  [[3], 'weight must be a finite number, not a list'],
  [{}, 'weight must be a finite number, not a mapping'],
])('%s is an error that says the rule', (value, message) => {
  const { context, found } = recordingContext();
  expect(readWeight(context, value, ['weight'], 'evaluator "safety": ')).toBe(1);
  expect(found).toEqual([`error invalid-field at weight: evaluator "safety": ${message} -> write a number such as 1, 0.5 or 3; leave it out for 1`]);
  expect(context.tally.errors).toBe(1);
});

test.each([
  [undefined, 1],
  [0, 0],
  [0.25, 0.25],
  [1e100, 1e100],
])('%s as the weight of a case gives %s', (value, weight) => {
  const { context, found } = recordingContext();
  expect(readCaseWeight(context, value, ['weight'])).toBe(weight);
  expect(found).toEqual([]);
});

test.each([
  [1.01e100, 'the weight of a case must be at most 1e+100, not the number 1.01e+100'],
  [Number.MAX_VALUE, 'the weight of a case must be at most 1e+100, not the number 1.7976931348623157e+308'],
  [-1, 'weight must be >= 0, not the number -1'],
])('%s as the weight of a case is an error, once', (value, message) => {
  const { context, found } = recordingContext();
  expect(readCaseWeight(context, value, ['weight'])).toBe(1);
  expect(found).toEqual([expect.stringContaining(`error invalid-field at weight: ${message} -> `)]);
});
