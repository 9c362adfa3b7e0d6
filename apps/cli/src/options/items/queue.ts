import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** Address of a queue whose workers do the trials. May hold a password, so that no manifest keeps it. */
export const queue = defineOption(text, {
  group: 'pace',
  flags: '--queue <address>',
  description: 'have the trials done by the workers of a queue (redis://host:6379), started with assay worker --queue; needs @assay/cluster',
  only: 'run',
  again: 'resumed',
  kept: false,
});
