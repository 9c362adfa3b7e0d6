import { Option } from 'commander';
import { withRunOptions } from '../../options/command-line.js';
import { noneEmpty, notEmpty, share, wholeNumber } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const audit = defineCommand({
  name: 'audit',
  description: 'try the judges of eval files with replies whose worth is known',
  declare: (command) =>
    withRunOptions(command.argument('[files...]', 'eval files, folders or globs; none with --resume', noneEmpty), [
      'ids', 'tags', 'judges', 'backupJudge', 'targetsFile', 'concurrency', 'requestsPerMinute', 'tokensPerMinute', 'timeoutSeconds', 'maxRetries', 'maxCost', 'maxTokens', 'maxTime', 'out', 'untrusted', 'acceptChanges',
    ])
      .option('--cases <count>', 'how many cases to make replies for, drawn by lot (default 10)', wholeNumber(1))
      .option('--seed <number>', 'draw other cases (default 0)', wholeNumber(0))
      .option('--replies <run>', 'take replies of this run that passed as right answers, where a case names none', notEmpty)
      .option('--max-false-accepts <share>', 'fail when a judge passes more of what does not deserve it, 0 to 1 (default 0.1)', share)
      .option('--max-false-rejects <share>', 'fail when a judge does not pass more of the right answers, 0 to 1 (default 0.2)', share)
      .option('--resume [audit]', 'go on with an audit: its folder, its id or "latest" (default: the latest that did not finish)', notEmpty)
      .addOption(new Option('--dry-run', 'show what would be asked, and send nothing'))
      .option('--markdown <file>', 'write it as Markdown too', notEmpty)
      .option('--json', 'print it as JSON'),
  action: async () => (await import('../../commands/audit.js')).auditCommand,
});
