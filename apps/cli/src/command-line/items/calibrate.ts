import { Option } from 'commander';
import { notEmpty, share } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { withRunArgument } from '../shared-options.js';

export const calibrate = defineCommand({
  name: 'calibrate',
  description: 'compare the judges of a run with labels, and correct its scores by them',
  declare: (command) =>
    withRunArgument(command)
      .addOption(new Option('--gate <what>', 'fail unless the corrected score of every suite on every target surely reaches the threshold; needs labels of this run').choices(['calibrated']))
      .option('--threshold <score>', 'the score that --gate asks for, 0 to 1 (default: that of the run)', share)
      .option('--save', 'keep what is known of its judges in .assay/calibration.json, for later runs')
      .option('--markdown <file>', 'write it as Markdown too', notEmpty)
      .option('--json', 'print it as JSON'),
  action: async () => (await import('../../commands/calibrate.js')).calibrateCommand,
});
