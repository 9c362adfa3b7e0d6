import { defineOption } from '../define-option.js';
import { names } from '../option-types.js';

/** Judges of the panel; empty leaves it to targets and project. */
export const judges = defineOption(names, {
  group: 'asked',
  flags: '--judge <judge>',
  description: 'judge of the panel: a target or provider:model (repeatable)',
  initial: [],
  again: 'rescored',
});
