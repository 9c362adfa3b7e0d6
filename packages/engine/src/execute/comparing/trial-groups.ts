import type { Trial } from '@assay/schema';
import { caseKey, groupKey } from './group-key.js';

/** The trials whose replies are compared: all targets and variants of one case, in one repeat. */
export interface TrialGroup {
  /** In the order of the plan; complete when the group is closed. */
  readonly trials: Trial[];
  /** Trials that are not done yet. */
  readonly open: Set<string>;
  closed: boolean;
}

const NONE: readonly TrialGroup[] = [];

function keyOf(trial: Trial): string {
  return groupKey(trial, trial.evalCase.id, trial.repeat);
}

/** Groups the trials of a plan as it is read. A plan has all trials of a case one after the other, so that few groups are open at once. */
export class TrialGroups {
  readonly #groups = new Map<string, TrialGroup>();
  /** Groups of the case that is being read. */
  readonly #current = new Set<TrialGroup>();
  #case = '';

  /** Takes a trial of the plan into its group. @returns the groups that are complete with that, since another case begins. */
  join(trial: Trial): readonly TrialGroup[] {
    const ofCase = caseKey(trial, trial.evalCase.id);
    const complete = ofCase === this.#case ? [] : this.close();
    this.#case = ofCase;
    const key = keyOf(trial);
    let group = this.#groups.get(key);
    if (!group) this.#groups.set(key, (group = { trials: [], open: new Set(), closed: false }));
    group.trials.push(trial);
    group.open.add(trial.key);
    this.#current.add(group);
    return complete;
  }

  /** No more trials of the case come. @returns the groups of it. */
  close(): readonly TrialGroup[] {
    if (this.#current.size === 0) return NONE;
    const closed = [...this.#current];
    for (const group of closed) group.closed = true;
    this.#current.clear();
    this.#case = '';
    return closed;
  }

  of(trial: Trial): TrialGroup | undefined {
    // Most runs compare nothing, and most of the rest little.
    if (this.#groups.size === 0) return undefined;
    return this.#groups.get(keyOf(trial));
  }

  /** The group is over. */
  drop(group: TrialGroup): void {
    const [trial] = group.trials;
    if (trial) this.#groups.delete(keyOf(trial));
  }

  all(): readonly TrialGroup[] {
    return [...this.#groups.values()];
  }
}
