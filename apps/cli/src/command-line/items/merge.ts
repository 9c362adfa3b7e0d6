import { MERGE_OPTIONS, withRunOptions } from '../../options/command-line.js';
import { noneEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { withOutputOptions } from '../shared-options.js';

export const merge = defineCommand({
  name: 'merge',
  description: 'put the shards of a run together (assay run --shard), and decide whether it passes',
  declare: (command) => withOutputOptions(withRunOptions(command.argument('<runs...>', 'the shards: their folders or ids', noneEmpty), MERGE_OPTIONS)),
  action: async () => (await import('../../commands/merge.js')).mergeCommand,
});
