import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Whether GitHub Actions is told, where it runs the command. */
export const github = defineOption(flag, {
  group: 'shown',
  flags: '--github',
  description: 'on GitHub Actions: write the summary of the job, and annotations at the lines of cases',
  negated: 'tell GitHub Actions nothing',
  setting: 'github',
  default: true,
  kept: false,
  again: 'resumed',
});
