import { defineOption } from '../define-option.js';
import { optionalText } from '../option-types.js';

/** Goes on with a run that ended early, or whose trials have no verdict: a folder, a run id or `latest`; `true` for the latest that did not finish. */
export const resume = defineOption(optionalText, {
  group: 'later',
  flags: '--resume [run]',
  description: 'go on with a run: its folder, its id or "latest" (default: the latest that did not finish)',
  only: 'run',
  again: 'resumed',
  kept: false,
});
