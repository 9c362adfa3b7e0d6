import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberedForm, plainForm } from './rule-form.js';

describe('numberedForm', () => {
  const score = numberedForm('rubric_score_X_to_Y', { X: 'min', Y: 'max' });
  const length = numberedForm('length_max_X', { X: 'value' });

  test.each([
    ['rubric_score_0_to_5', { min: 0, max: 5 }],
    ['rubric_score_-2_to_2', { min: -2, max: 2 }],
    ['rubric_score_1_to_10', { min: 1, max: 10 }],
    ['rubric_score_0.5_to_2.5', { min: 0.5, max: 2.5 }],
    [' rubric_score_0_to_5 ', { min: 0, max: 5 }],
    ['rubric_score', {}],
  ])('%j holds %j', (written, options) => {
    expect(score.match(written)).toEqual(options);
  });

  test.each(['rubric_score_0', 'rubric_score_a_to_b', 'rubric_score_0_to_5_', 'rubric_score_0_to_5 points', 'rubric', ''])(
    '%j is another rule, or none',
    (written) => {
      expect(score.match(written)).toBeUndefined();
    },
  );

  test('the options of the parameters stand in the order of the name', () => {
    expect(score.argument).toEqual(['min', 'max']);
    expect(length.argument).toEqual(['value']);
  });

  test('every decimal number is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(999), (whole, fraction) => {
        const written = `${whole}.${fraction}`;
        expect(length.match(`length_max_${written}`)).toEqual({ value: Number(written) });
      }),
    );
  });
});

test('a rule without numbers in its name is that name alone', () => {
  const { form, argument, match } = plainForm('required_keys', 'keys');
  expect({ form, argument }).toEqual({ form: 'required_keys', argument: ['keys'] });
  expect(match('required_keys')).toEqual({});
  expect(match('required_keys_3')).toBeUndefined();
});
