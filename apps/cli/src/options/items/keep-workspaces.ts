import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Leaves the folders that trials worked in where they are. */
export const keepWorkspaces = defineOption(flag, {
  group: 'pace',
  flags: '--keep-workspaces',
  description: 'keep the workspaces of cases, and say where they are',
  kept: false,
  again: 'resumed',
});
