import { ConfigError, type Judge } from '@assay/schema';

export interface JudgePanelOptions {
  /** The primaries, asked all at once. At least one, with ids that differ. */
  readonly judges: readonly Judge[];
  /** Asked only when every primary failed. Neither its id nor its model may be a primary's. */
  readonly backup?: Judge | undefined;
  /** Fewest judges that must give a usable answer; default 1, at most the number of primaries. */
  readonly quorum?: number | undefined;
}

function checkBackup(judges: readonly Judge[], backup: Judge): void {
  const twin = judges.find((judge) => judge.id === backup.id || judge.model === backup.model);
  if (!twin) return;
  const same = twin.id === backup.id ? `the id "${backup.id}"` : `the model ${backup.model}`;
  throw new ConfigError(`the backup judge has ${same} of a primary judge`, {
    hint: 'a backup that is one of the judges would fail with them: name another model, or no backup',
  });
}

/**
 * Checks what can be known before anything is asked.
 * @throws ConfigError with what to change.
 */
export function checkPanel({ judges, backup, quorum = 1 }: JudgePanelOptions): void {
  if (judges.length === 0) {
    throw new ConfigError('a judge panel needs at least one judge', { hint: 'name a judge, e.g. openai:gpt-4o-mini' });
  }
  const ids = judges.map((judge) => judge.id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) {
    throw new ConfigError(`two judges have the id "${repeated}"`, {
      hint: 'give each judge an id of its own; without one it is named for its model',
    });
  }
  if (!Number.isInteger(quorum) || quorum < 1 || quorum > judges.length) {
    throw new ConfigError(`a quorum of ${quorum} cannot be met by ${judges.length} judge(s)`, {
      hint: `set quorum to a whole number from 1 to ${judges.length}`,
    });
  }
  if (backup) checkBackup(judges, backup);
}
