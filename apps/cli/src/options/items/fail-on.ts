import { defineOption } from '../define-option.js';
import { oneOf } from '../option-types.js';

/** Verdicts that fail the run, down from this one, also beside a threshold; `fail` without one. */
export const failOn = defineOption(oneOf('fail', 'borderline'), {
  group: 'outcome',
  flags: '--fail-on <verdict>',
  description: 'fail the run on cases of this verdict or a worse one',
  setting: 'fail_on',
  again: 'rescored',
});
