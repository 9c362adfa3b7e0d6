import { defineOption } from '../define-option.js';
import { chance } from '../option-types.js';

/** How often an unchanged run may be called worse where it is compared with another. */
export const alpha = defineOption(chance, {
  group: 'outcome',
  flags: '--alpha <chance>',
  description: 'with --against: the chance of calling anything worse where nothing is (default 0.05)',
  again: 'resumed',
});
