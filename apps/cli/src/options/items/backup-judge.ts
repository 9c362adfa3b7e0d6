import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** The judge that is asked when all others failed; that of targets and project if undefined. */
export const backupJudge = defineOption(text, {
  group: 'asked',
  flags: '--backup-judge <judge>',
  description: 'judge that is asked only when all others failed',
  again: 'rescored',
});
