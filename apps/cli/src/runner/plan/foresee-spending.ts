import { requestSize } from '@assay/engine';
import type { Pricing, Provider, Trial } from '@assay/schema';

/** One who may be asked in a run, as a target or as a judge. */
export interface AskedParty {
  readonly name: string;
  readonly role: 'target' | 'judge';
  readonly provider: Pick<Provider, 'pricing' | 'free' | 'servedBy' | 'systemPrompt'>;
}

/** What asking somebody may take, summed over a run. Tokens and costs are rough: nobody knows how long replies get. */
export interface ForeseenSpending {
  readonly name: string;
  readonly role: 'target' | 'judge';
  /** Those of judges at the least: one for each evaluator that asks them, a reply. */
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; undefined when no price is known, as of programs, which tell afterwards. */
  readonly costUsd?: number | undefined;
}

/** Bytes that make a token, roughly. */
const TOKEN_BYTES = 4;
/** Tokens of a reply, where no bound is below. */
const REPLY = 300;
/** Tokens that a judge is told beside the question and the reply, and that it answers. */
const JUDGE = { prompt: 500, answer: 200 };

const MILLION = 1_000_000;

interface Sum {
  readonly party: AskedParty;
  requests: number;
  input: number;
  output: number;
}

function costOf({ input, output, party: { provider } }: Sum): number | undefined {
  const price: Pricing['price'] = provider.pricing?.price ?? (provider.free && provider.servedBy?.kind !== 'programs' ? { input: 0, output: 0 } : undefined);
  return price && (input * price.input + output * price.output) / MILLION;
}

/** Sums up what the trials of a run may take, before anything is sent. */
export class SpendingForecast {
  readonly #sums = new Map<string, Sum>();

  #add(party: AskedParty, requests: number, input: number, output: number): void {
    const key = `${party.role}\n${party.name}`;
    let sum = this.#sums.get(key);
    if (!sum) this.#sums.set(key, (sum = { party, requests: 0, input: 0, output: 0 }));
    sum.requests += requests;
    sum.input += input;
    sum.output += output;
  }

  /**
   * Counts a trial.
   * @param asked false for one whose reply is there: only its judges are asked.
   */
  add({ evalCase, variant }: Trial, target: AskedParty, judges: readonly AskedParty[], asked: boolean): void {
    const system = variant.system ? [{ role: 'system' as const, content: variant.system }] : [];
    const { bytes } = requestSize({ messages: [...system, ...evalCase.inputMessages] }, target.provider.systemPrompt);
    const reply = Math.min(REPLY, target.provider.pricing?.maxTokens ?? REPLY);
    const turns = (evalCase.execution.openTurns?.length ?? 0) + 1;
    // Each turn is asked with all that was said before it.
    const prompt = turns * (bytes / TOKEN_BYTES) + (reply * turns * (turns - 1)) / 2;
    if (asked) this.#add(target, turns, prompt, turns * reply);
    for (const judge of judges) this.#add(judge, 1, JUDGE.prompt + bytes / TOKEN_BYTES + turns * reply, JUDGE.answer);
  }

  /** Targets first, both by name. */
  all(): readonly ForeseenSpending[] {
    const sums = [...this.#sums.values()].toSorted((a, b) => b.party.role.localeCompare(a.party.role) || a.party.name.localeCompare(b.party.name));
    return sums.map((sum) => {
      const costUsd = costOf(sum);
      const { party, requests, input, output } = sum;
      return { name: party.name, role: party.role, requests, inputTokens: Math.round(input), outputTokens: Math.round(output), ...(costUsd === undefined ? {} : { costUsd }) };
    });
  }
}
