import { defineOption } from '../define-option.js';
import { names } from '../option-types.js';

/** Named targets or `provider:model`; empty leaves it to the cases. */
export const targets = defineOption(names, {
  group: 'asked',
  flags: '--target <target>',
  description: 'a named target or provider:model (repeatable)',
  only: 'run',
  initial: [],
});
