import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** With `filterFailed`: also what was borderline. */
export const filterBorderline = defineOption(flag, {
  group: 'cases',
  flags: '--borderline',
  description: 'with --filter-failed: also what was borderline',
  only: 'run',
});
