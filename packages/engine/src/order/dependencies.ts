import { DependencyError, suiteKey, type ResultRow, type Trial } from '@assay/schema';
import { standingOf } from '../resume/row-standing.js';

/** What is known of the cases of a plan before its first trial. */
export interface NeededTrials {
  /** Whether another case of its suite depends on this one. */
  isNeeded(trial: Trial): boolean;
  /** Whether a case that this one depends on is among those that are asked: no other is waited for. Default: all are. */
  isAsked?(trial: Trial, caseId: string): boolean;
}

/** A trial whose time has not come. */
interface Waiting {
  readonly trial: Trial;
  /** How many of the trials that it depends on are not over. */
  open: number;
}

/** One pass over a plan. */
interface Reading {
  readonly source: AsyncIterator<Trial>;
  isDrained: boolean;
  readonly isStopped: () => boolean;
}

function keyOf(trial: Trial, caseId: string): string {
  return JSON.stringify([suiteKey(trial), caseId, trial.target.name, trial.variant.label, trial.repeat]);
}

const NONE: readonly string[] = [];

function refusalOf({ evalCase }: Trial, failed: readonly string[]): DependencyError {
  const which = failed.map((id) => `"${id}"`).join(', ');
  return new DependencyError(`not asked: it depends on ${which}, ${failed.length === 1 ? 'which' : 'each of which'} got no reply`, {
    hint: `see why case ${which} got none; with on_dependency_failure: run case "${evalCase.id}" is asked all the same`,
  });
}

/**
 * Has trials wait until those that their cases depend on are over, on the same target, in the same variant and repeat: they have a row
 * with a reply, or one that says why there is none. Rows of earlier parts of a run count. What waits for a batch, or for more to
 * spend, is not over: who depends on it waits for another call.
 */
export class Dependencies {
  readonly #needed: NeededTrials;
  /** For each needed trial that is over: whether it has a reply. */
  readonly #replied = new Map<string, boolean>();
  readonly #refusals = new WeakMap<Trial, DependencyError>();
  /** Needed trials that were handed on, and are not over. */
  readonly #underWay = new Set<string>();
  /** Needed trials that ended without a row. */
  readonly #left = new Set<string>();
  /** Trials that wait, by the keys of those that they wait for. */
  readonly #waitingFor = new Map<string, Waiting[]>();
  readonly #waiting = new Set<Waiting>();
  readonly #ready: Trial[] = [];
  #wake: () => void = () => undefined;

  constructor(needed: NeededTrials) {
    this.#needed = needed;
  }

  /** The trial has a row already, and is not run. */
  skip(trial: Trial): void {
    if (this.#needed.isNeeded(trial)) this.#over(keyOf(trial, trial.evalCase.id), this.#replied.get(keyOf(trial, trial.evalCase.id)) ?? true);
  }

  /** The trial is over. @param row undefined when none of it is stored: it is to be run again. */
  ended(trial: Trial, row?: ResultRow): void {
    if (!this.#needed.isNeeded(trial)) return;
    this.#over(keyOf(trial, trial.evalCase.id), row && standingOf(row) !== 'to-ask');
  }

  /** Why the target is not to be asked; undefined for a trial that may be. */
  refusal(trial: Trial): DependencyError | undefined {
    return this.#refusals.get(trial);
  }

  /**
   * The trials of a plan, each after those that it depends on; all others as they come. No generator: it is left while it waits.
   * @param isStopped True when trials may be missing since no more may begin: who depends on them is left out too.
   */
  inOrder(plan: AsyncIterable<Trial>, isStopped: () => boolean): AsyncIterable<Trial> {
    this.#underWay.clear();
    this.#left.clear();
    const next = (reading: Reading): Promise<IteratorResult<Trial>> => this.#next(reading);
    const end = (): void => this.#end();
    return {
      [Symbol.asyncIterator]() {
        const reading: Reading = { source: plan[Symbol.asyncIterator](), isDrained: false, isStopped };
        return {
          next: () => next(reading),
          async return() {
            reading.isDrained = true;
            end();
            await reading.source.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    };
  }

  async #next(reading: Reading): Promise<IteratorResult<Trial>> {
    for (;;) {
      const ready = this.#ready.shift();
      if (ready) return { done: false, value: this.#begun(ready) };
      if (!reading.isDrained) {
        const { done, value } = await reading.source.next();
        if (done === true) reading.isDrained = true;
        else if (this.#mayBegin(value)) this.#ready.push(value);
      } else if (this.#waiting.size === 0) return { done: true, value: undefined };
      else if (this.#underWay.size > 0) await new Promise<void>((resolve) => (this.#wake = resolve));
      else this.#release(reading.isStopped());
    }
  }

  #needs(trial: Trial): readonly string[] {
    const { dependsOn = NONE } = trial.evalCase;
    return this.#needed.isAsked ? dependsOn.filter((id) => this.#needed.isAsked?.(trial, id)) : dependsOn;
  }

  /** Whether nothing is to be waited for. Otherwise it waits from now on. */
  #mayBegin(trial: Trial): boolean {
    const open = this.#needs(trial).map((id) => keyOf(trial, id)).filter((key) => !this.#replied.has(key));
    if (open.length === 0) return true;
    if (open.some((key) => this.#left.has(key))) {
      this.ended(trial);
      return false;
    }
    const waiting: Waiting = { trial, open: open.length };
    this.#waiting.add(waiting);
    for (const key of open) {
      const others = this.#waitingFor.get(key);
      if (others) others.push(waiting);
      else this.#waitingFor.set(key, [waiting]);
    }
    return false;
  }

  #begun(trial: Trial): Trial {
    if (this.#needed.isNeeded(trial)) this.#underWay.add(keyOf(trial, trial.evalCase.id));
    const failed = this.#needs(trial).filter((id) => this.#replied.get(keyOf(trial, id)) !== true);
    if (failed.length > 0 && trial.evalCase.onDependencyFailure !== 'run') this.#refusals.set(trial, refusalOf(trial, failed));
    return trial;
  }

  /** @param replied undefined when there is no row of it: those who depend on it are left out as well, and those who depend on them. */
  #over(first: string, replied: boolean | undefined): void {
    const over = [first];
    for (let key = over.pop(); key !== undefined; key = over.pop()) {
      this.#underWay.delete(key);
      if (replied === undefined) this.#left.add(key);
      else this.#replied.set(key, replied);
      const waiting = this.#waitingFor.get(key) ?? [];
      this.#waitingFor.delete(key);
      for (const one of waiting) {
        one.open -= 1;
        if (replied === undefined && this.#waiting.delete(one)) over.push(keyOf(one.trial, one.trial.evalCase.id));
        else if (one.open === 0 && this.#waiting.delete(one)) this.#ready.push(one.trial);
      }
    }
    this.#wake();
  }

  /** Nothing goes on that those who still wait could be waiting for. @param areLeft Whether they are to be run another time. */
  #release(areLeft: boolean): void {
    if (!areLeft) this.#ready.push(...[...this.#waiting].map(({ trial }) => trial));
    this.#end();
  }

  #end(): void {
    this.#waiting.clear();
    this.#waitingFor.clear();
    this.#wake();
  }
}
