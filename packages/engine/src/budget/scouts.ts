import type { BudgetAmount } from '@assay/schema';
import { MARGIN } from './margin.js';

/** Requests of which nobody learned anything (they failed) before the others go all the same: a target that fails is not asked one at a time for ever. */
const MOST_IN_VAIN = 3;

interface Known {
  /** The most that a request took, as far as replies told. */
  costUsd: number;
  tokens: number;
  told: boolean;
  inVain: number;
  /** Whether one is on its way alone. */
  isOut: boolean;
}

/**
 * Targets and judges that tell only afterwards what a request took, as programs do: nothing can be reserved for their first requests.
 * So one goes alone, and what it took is expected of the others.
 */
export class Scouts {
  readonly #targets = new Map<string, Known>();

  #of(target: string): Known {
    let known = this.#targets.get(target);
    if (!known) this.#targets.set(target, (known = { costUsd: 0, tokens: 0, told: false, inVain: 0, isOut: false }));
    return known;
  }

  /** Whether a request has to wait for what another one tells. */
  mustWait(target: string): boolean {
    return this.#of(target).isOut;
  }

  /** What a request may take, as far as others told; nothing where they did not. */
  expected(target: string): BudgetAmount {
    const { costUsd, tokens } = this.#of(target);
    return { costUsd: costUsd * MARGIN, tokens: tokens * MARGIN };
  }

  /**
   * A request goes of which nothing is known.
   * @returns to be called when it is over, if it goes alone. One that nobody answered was no try: the next one finds out in its place.
   */
  goes(target: string): ((unanswered: boolean) => void) | undefined {
    const known = this.#of(target);
    if (known.told || known.inVain >= MOST_IN_VAIN) return undefined;
    known.isOut = true;
    return (unanswered) => {
      known.isOut = false;
      if (!known.told && !unanswered) known.inVain += 1;
    };
  }

  /** What a request took; without figures where nobody knows. */
  learn(target: string, { costUsd, tokens }: Partial<BudgetAmount>): void {
    if (costUsd === undefined && tokens === undefined) return;
    const known = this.#of(target);
    known.told = true;
    known.costUsd = Math.max(known.costUsd, costUsd ?? 0);
    known.tokens = Math.max(known.tokens, tokens ?? 0);
  }
}
