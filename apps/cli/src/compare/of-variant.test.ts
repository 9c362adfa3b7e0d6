import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { ofVariant } from './of-variant.js';

const row = (label: string) => sampleRow({ variant: { label } });

test('rows of one variant are as if nothing were varied', () => {
  const choice = ofVariant('B', 'temp:0.7');
  expect(choice.take(row('temp:0'))).toBeUndefined();
  expect(() => choice.check()).toThrow('run B has no variant "temp:0.7"');
  expect(choice.take(row('temp:0.7'))?.variant.label).toBe('');
  expect(() => choice.check()).not.toThrow();
});

test('the empty label is one, too; none leaves rows as they are', () => {
  const choice = ofVariant('A', '');
  expect([choice.take(row('temp:0')), choice.take(row(''))?.variant.label]).toEqual([undefined, '']);
  expect(ofVariant('A', undefined).take(row('temp:0'))?.variant.label).toBe('temp:0');
});
