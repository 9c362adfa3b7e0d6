import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** Only what failed, is open or was unscored in this run: a folder, a run id or `latest`. */
export const filterFailed = defineOption(text, {
  group: 'cases',
  flags: '--filter-failed <run>',
  description: 'only what failed, is open or was unscored in this run (folder, id or "latest")',
  only: 'run',
  narrows: true,
});
