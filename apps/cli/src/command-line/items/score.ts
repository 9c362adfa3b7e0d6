import { withRunOptions } from '../../options/command-line.js';
import { noneEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { withOutputOptions, withShownCases } from '../shared-options.js';

export const score = defineCommand({
  name: 'score',
  description: 'score outputs that already exist',
  declare: (command) => withShownCases(withOutputOptions(withRunOptions(command.argument('<files...>', 'eval files, folders or globs', noneEmpty), 'score'))),
  action: async () => (await import('../../commands/score.js')).scoreCommand,
});
