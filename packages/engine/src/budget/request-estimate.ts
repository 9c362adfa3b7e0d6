import { knownAmount, type BudgetAmount, type Pricing, type TokenUsage } from '@assay/schema';

/** What is known of a request before it is sent. */
export interface RequestSize {
  /** Of all its texts, in UTF-8. No token is shorter. */
  readonly bytes: number;
  readonly messages: number;
  /** Most tokens of its reply, where the request says so. */
  readonly maxTokens?: number | undefined;
}

/** What a reply reported that it took. */
export interface ToldAmount {
  readonly usage?: TokenUsage | undefined;
  /** US dollars. */
  readonly costUsd?: number | undefined;
}

/** The most that a request may take. */
export interface Estimate {
  readonly most: BudgetAmount;
  /** True when no reply has come, and nothing bounds it or tells beforehand what it takes. */
  readonly guessed: boolean;
}

/** Tokens of a reply that nothing bounds, while none has come. */
const UNKNOWN_REPLY = 4096;
/** Tokens that an API adds to each message, at the most. */
const PER_MESSAGE = 16;
/** How much longer than all before a reply may be, and how much more a prompt may come to. */
const MARGIN = { reply: 2, prompt: 1.5, cost: 2 };

const MILLION = 1_000_000;
const UNITS = ['costUsd', 'tokens'] as const;

/**
 * What requests to a target may take at the most: the price of every byte of the prompt as a token, and of the longest reply that the
 * request allows. What replies tell makes it closer: how many tokens texts come to, what the server adds to prompts, and,
 * where nothing bounds replies, how long they get.
 */
export class RequestEstimate {
  readonly #pricing: Pricing | undefined;
  readonly #free: boolean;
  #told = 0;
  /** Most tokens a byte came to. */
  #rate = 0;
  /** Most tokens of a prompt beyond its bytes. */
  #added = 0;
  #longestReply = 0;
  /** Highest reported cost where no price is known. */
  #highestCost = 0;
  /** How many times as much as expected a reply took, at the most. */
  #beyond = 1;

  /** @param free Takes no part in spending as far as anybody knows beforehand: what it tells counts. */
  constructor(pricing: Pricing | undefined, free: boolean) {
    this.#pricing = pricing;
    this.#free = free;
  }

  #expected({ bytes, messages, maxTokens }: RequestSize): Estimate {
    const bound = maxTokens ?? this.#pricing?.maxTokens;
    if (this.#told === 0) {
      if (this.#free) return { most: { costUsd: 0, tokens: 0 }, guessed: true };
      return { most: this.#amount(bytes + PER_MESSAGE * messages, bound ?? UNKNOWN_REPLY), guessed: bound === undefined };
    }
    const input = bytes * Math.min(1, this.#rate * MARGIN.prompt) + Math.max(this.#added, PER_MESSAGE * messages);
    return { most: this.#amount(input, bound ?? Math.max(1, this.#longestReply) * MARGIN.reply), guessed: false };
  }

  #amount(input: number, output: number): BudgetAmount {
    const price = this.#pricing?.price;
    const costUsd = price ? (input * price.input + output * price.output) / MILLION : this.#highestCost * MARGIN.cost;
    return { costUsd, tokens: Math.ceil(input) + output };
  }

  most(size: RequestSize): Estimate {
    const { most, guessed } = this.#expected(size);
    return { most: { costUsd: most.costUsd * this.#beyond, tokens: most.tokens * this.#beyond }, guessed };
  }

  /** Takes note of what a request took. @returns it as budgets count it. */
  learn(size: RequestSize, { usage, costUsd }: ToldAmount): Partial<BudgetAmount> {
    const taken = { ...(this.#costOf(usage, costUsd)), ...(usage ? { tokens: usage.inputTokens + usage.outputTokens } : this.#free ? { tokens: 0 } : {}) };
    if (usage || costUsd) this.#told += 1;
    if (usage) {
      if (size.bytes > 0) this.#rate = Math.max(this.#rate, usage.inputTokens / size.bytes);
      this.#added = Math.max(this.#added, usage.inputTokens - size.bytes);
      this.#longestReply = Math.max(this.#longestReply, usage.outputTokens);
    }
    this.#highestCost = Math.max(this.#highestCost, taken.costUsd ?? 0);
    // A price or a bound that does not hold: what was learned does not explain it.
    const { most: expected } = this.#expected(size);
    for (const unit of UNITS) if (expected[unit] > 0) this.#beyond = Math.max(this.#beyond, (taken[unit] ?? 0) / expected[unit]);
    return taken;
  }

  #costOf(usage: TokenUsage | undefined, costUsd: number | undefined): Partial<BudgetAmount> {
    if (costUsd !== undefined) return { costUsd };
    const price = this.#pricing?.price;
    if (!price) return this.#free ? { costUsd: 0 } : {};
    const known = usage && knownAmount((usage.inputTokens * price.input + usage.outputTokens * price.output) / MILLION);
    return known === undefined ? {} : { costUsd: known };
  }
}
