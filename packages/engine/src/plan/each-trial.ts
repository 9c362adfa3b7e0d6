import type { Trial } from '@assay/schema';

export interface EachTrialOptions {
  /** Called with each trial before it is handed on, and waited for. */
  readonly onTrial: (trial: Trial) => Promise<void> | void;
  /** Called when there are no more. */
  readonly onEnd?: (() => void) | undefined;
  /** Called when the plan, or `onTrial`, fails. */
  readonly onFailure?: (() => void) | undefined;
}

/** The trials of a plan, looked at one by one. No generator: each of those makes several promises for every trial that passes through. */
export function eachTrial(plan: AsyncIterable<Trial>, { onTrial, onEnd, onFailure }: EachTrialOptions): AsyncIterable<Trial> {
  return {
    [Symbol.asyncIterator]() {
      const source = plan[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const next = await source.next();
            if (next.done === true) onEnd?.();
            else {
              const seeing = onTrial(next.value);
              if (seeing) await seeing;
            }
            return next;
          } catch (error) {
            onFailure?.();
            throw error;
          }
        },
        async return() {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
