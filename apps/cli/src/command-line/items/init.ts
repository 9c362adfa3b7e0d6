import { notEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const init = defineCommand({
  name: 'init',
  description: 'start a project: an eval, a target that runs without a key, and settings; or what a table needs to be run',
  declare: (command) =>
    command
      .argument('[folder]', 'where (default: here)', notEmpty)
      .option('--from <table>', 'write the sidecar of a table instead: CSV, TSV, Parquet, or rows of JSON or JSONL', notEmpty)
      .option('--force', 'with --from: write over the sidecar that is there'),
  action: async () => (await import('../../commands/init.js')).initCommand,
});
