import type { JudgePanel } from '@assay/schema';
import { askJudge } from './ask-judge.js';
import { checkPanel, type JudgePanelOptions } from './check-panel.js';
import { consensus } from './consensus.js';

/**
 * Judges that are asked all at once and whose scores are averaged. One that gives no usable answer
 * is left out and named in the warnings; the backup is asked only when all of them failed; below
 * the quorum there is no score. The backup counts towards the quorum, so it can meet a quorum of 1
 * only.
 * @throws ConfigError for no judges, equal ids, a quorum out of reach, or a backup that is one of
 * the judges.
 */
export function createJudgePanel(options: JudgePanelOptions): JudgePanel {
  checkPanel(options);
  const { judges, backup, quorum = 1 } = options;
  return {
    judgeIds: judges.map((judge) => judge.id),
    async assess(request, { signal }) {
      signal.throwIfAborted();
      const primaries = await Promise.all(judges.map((judge) => askJudge(judge, request, signal)));
      const needsBackup = backup !== undefined && primaries.every((answer) => answer.score === null);
      const stoodIn = needsBackup ? await askJudge(backup, request, signal) : undefined;
      return consensus({ primaries, backup: stoodIn, quorum, request });
    },
  };
}
