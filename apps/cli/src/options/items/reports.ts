import { defineOption } from '../define-option.js';
import { reportRequests } from '../option-types.js';

/** Reports by the names of their reporters. Those of settings stand under `reports:`, and are read with the names that are installed. */
export const reports = defineOption(reportRequests, {
  group: 'shown',
  flags: '--report <name[=file]>',
  description: 'write this report too, e.g. csv=results.csv; without a file it is printed (repeatable)',
  again: 'resumed',
});
