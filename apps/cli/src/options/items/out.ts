import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** Folder of the run. */
export const out = defineOption(text, {
  group: 'shown',
  flags: '--out <folder>',
  description: 'folder of the run (default .assay/runs/<run id>, with --untrusted in your own state folder)',
  kept: false,
});
