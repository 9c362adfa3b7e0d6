import { ConfigError, describeValue, isJsonObject, type Judge, type PanelConsensus } from '@assay/schema';
import type { CascadeOptions } from './cascade.js';

export interface JudgePanelOptions {
  /** The primaries, asked all at once. At least one, with ids that differ. */
  readonly judges: readonly Judge[];
  /** Asked only when every primary failed. Neither its id nor its model may be a primary's. */
  readonly backup?: Judge | undefined;
  /** Fewest judges that must give a usable answer; default 1, at most the number of primaries. */
  readonly quorum?: number | undefined;
  /** How the scores of the judges become one; default `mean`. */
  readonly consensus?: PanelConsensus | undefined;
  /** Weights of judges by id, above 0, for the mean; default 1. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Score from which a vote is one for the `majority`, and around which a first judge wavers unless its own threshold is given; default 0.8. */
  readonly passLimit?: number | undefined;
  /** A judge that is asked first, and the panel only where it wavers. */
  readonly cascade?: CascadeOptions | undefined;
}

const CONSENSUS: readonly PanelConsensus[] = ['mean', 'median', 'majority', 'min'];

/** What a judge lacks; undefined for nothing. They are made by programs, too. */
function lackOf(judge: unknown): string | undefined {
  if (!isJsonObject(judge)) return `is ${describeValue(judge)}`;
  const { id, model, assess }: Readonly<Record<string, unknown>> = judge;
  if (typeof id !== 'string' || id === '') return 'has no id';
  const named = `"${id}"`;
  if (typeof model !== 'string' || model === '') return `${named} has no model`;
  return typeof assess === 'function' ? undefined : `${named} has no assess()`;
}

function checkJudge(judge: unknown, what = 'a judge'): void {
  const lack = lackOf(judge);
  if (lack !== undefined) throw new ConfigError(`${what} of the panel ${lack}`, { hint: 'a judge is { id, model, assess() }, as createJudge and defineJudge make it' });
}

function checkBackup(judges: readonly Judge[], backup: Judge): void {
  const twin = judges.find((judge) => judge.id === backup.id || judge.model === backup.model);
  if (!twin) return;
  const same = twin.id === backup.id ? `the id "${backup.id}"` : `the model ${backup.model}`;
  throw new ConfigError(`the backup judge has ${same} of a primary judge`, {
    hint: 'a backup that is one of the judges would fail with them: name another model, or no backup',
  });
}

function checkWeights(ids: readonly string[], weights: Readonly<Record<string, number>>): void {
  for (const [id, weight] of Object.entries(weights)) {
    if (!ids.includes(id)) throw new ConfigError(`there is a weight for "${id}", which is no judge of the panel`, { hint: `the judges are ${ids.join(', ')}` });
    if (!(weight > 0 && Number.isFinite(weight))) {
      throw new ConfigError(`the weight of judge "${id}" is ${weight}`, { hint: 'give it a number above 0, or take the judge from the panel' });
    }
  }
}

function checkFirst(judges: readonly Judge[], { first, ...shares }: CascadeOptions): void {
  const twin = judges.find(({ id, model }) => id === first.id || model === first.model);
  if (twin) {
    const same = twin.id === first.id ? `the id "${first.id}"` : `the model ${first.model}`;
    throw new ConfigError(`the judge that is asked first has ${same} of a judge of the panel`, {
      hint: 'a panel that repeats what it is to check would agree too often: name another model, or take it from the panel',
    });
  }
  for (const [name, value] of Object.entries(shares)) {
    if (value !== undefined && !(value >= 0 && value <= 1)) throw new ConfigError(`${name} of the cascade is ${value}`, { hint: 'give it a number from 0 to 1' });
  }
}

/**
 * Checks what can be known before anything is asked.
 * @throws ConfigError with what to change.
 */
export function checkPanel({ judges, backup, quorum = 1, consensus = 'mean', weights = {}, passLimit = 1, cascade }: JudgePanelOptions): void {
  if (!Array.isArray(judges) || judges.length === 0) {
    throw new ConfigError('a judge panel needs at least one judge', { hint: 'name a judge, e.g. openai:gpt-4o-mini' });
  }
  for (const judge of judges) checkJudge(judge);
  if (backup !== undefined) checkJudge(backup, 'the backup judge');
  if (cascade) checkJudge(cascade.first, 'the first judge');
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
  if (!CONSENSUS.includes(consensus)) throw new ConfigError(`there is no consensus ${JSON.stringify(consensus)}`, { hint: `it is one of ${CONSENSUS.join(', ')}` });
  if (!(typeof passLimit === 'number' && passLimit >= 0 && passLimit <= 1)) throw new ConfigError(`the passLimit of a panel is ${describeValue(passLimit)}`, { hint: 'give it a number from 0 to 1' });
  if (backup) checkBackup(judges, backup);
  checkWeights(ids, weights);
  if (cascade) checkFirst(backup ? [...judges, backup] : judges, cascade);
}
