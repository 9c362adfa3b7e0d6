import { requestSize, turnsOf } from '@assay/engine';
import { referenceAnswer, suiteKey, type AskedTimes, type Pricing, type Provider, type Trial } from '@assay/schema';

type Role = 'target' | 'judge' | 'embeddings';

/** In the order in which they are shown. */
const ROLES: readonly Role[] = ['target', 'judge', 'embeddings'];

/** A model that may be asked in a run: as a target, as a judge, or for embeddings. */
export interface AskedParty {
  readonly name: string;
  readonly role: Role;
  readonly provider: Pick<Provider, 'pricing' | 'free' | 'servedBy' | 'systemPrompt'>;
}

/** A panel that is asked about replies. */
export interface AskedPanel {
  /** Its judges, backups apart. */
  readonly judges: readonly AskedParty[];
  /** A judge that is asked before the others; where it is sure, they are not asked. */
  readonly first?: AskedParty | undefined;
  /** True when it is asked about all replies to a case together. */
  readonly compares: boolean;
  /** How often each judge is asked about so many replies; `most` is Infinity where nobody knows. */
  judgements(replies: number): AskedTimes;
}

/**
 * What asking somebody may take, summed over a run. Tokens and costs are rough, since nobody knows how long replies get, and those of
 * the most requests, where that is known.
 */
export interface ForeseenSpending {
  readonly name: string;
  readonly role: Role;
  /** At the least. */
  readonly requests: number;
  /** Where it depends on the replies: at the most. Infinity where nobody knows. */
  readonly mostRequests: number;
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
  least: number;
  most: number;
  input: number;
  output: number;
}

function costOf({ input, output, party: { provider } }: Sum): number | undefined {
  const price: Pricing['price'] = provider.pricing?.price ?? (provider.free && provider.servedBy?.kind !== 'programs' ? { input: 0, output: 0 } : undefined);
  return price && (input * price.input + output * price.output) / MILLION;
}

/** A trial of the plan, with who is asked about it. */
export interface ForeseenTrial {
  readonly trial: Trial;
  readonly target: AskedParty;
  readonly panels: readonly AskedPanel[];
  /** The embedding model that its reply and the reference answers are sent to; undefined where none is asked. */
  readonly embeddings?: AskedParty | undefined;
  /**
   * - `asked`: its target is asked, and its judges;
   * - `scored`: its reply is there, and only its judges are asked;
   * - `compared`: only its place among others is looked for again;
   * - `done`: nobody is asked, but its reply is compared with those that are not done.
   */
  readonly way: 'asked' | 'scored' | 'compared' | 'done';
}

/** How large a trial is, in tokens. */
interface TrialSize {
  /** Tokens of the prompts of all turns: each turn is sent with all those before it. */
  readonly prompt: number;
  readonly replies: number;
  readonly turns: number;
  /** What a judge is shown. */
  readonly shown: number;
  /** The last reply, and what it is compared with. */
  readonly compared: number;
}

function sizeOf({ trial: { evalCase, variant }, target: { provider } }: ForeseenTrial): TrialSize {
  const system = variant.system ? [{ role: 'system' as const, content: variant.system }] : [];
  const { bytes } = requestSize({ messages: [...system, ...evalCase.inputMessages] }, provider.systemPrompt);
  const reply = Math.min(REPLY, provider.pricing?.maxTokens ?? REPLY);
  const turns = turnsOf(evalCase.inputMessages);
  const input = bytes / TOKEN_BYTES;
  return { prompt: turns * input + (reply * turns * (turns - 1)) / 2, replies: turns * reply, turns, shown: JUDGE.prompt + input + turns * reply, compared: reply + Buffer.byteLength(referenceAnswer(evalCase.expectedMessages)) / TOKEN_BYTES };
}

/** Replies that are compared by one panel. */
interface Comparison {
  readonly panel: AskedPanel;
  readonly input: number;
  replies: number;
  isDone: boolean;
}

/** Sums up what the trials of a run may take, before anything is sent. Takes the trials of a case one after the other. */
export class SpendingForecast {
  readonly #sums = new Map<string, Sum>();
  #case = '';
  /** Comparisons of the case that was added last. */
  readonly #comparisons = new Map<string, Comparison>();

  add(foreseen: ForeseenTrial): void {
    const { trial, target, panels, embeddings, way } = foreseen;
    const { prompt, replies, turns, shown, compared } = sizeOf(foreseen);
    if (way === 'asked' && turns > 0) this.#add(target, { least: turns, most: turns }, { input: prompt / turns, output: replies / turns });
    if (embeddings && (way === 'asked' || way === 'scored')) this.#add(embeddings, { least: 1, most: 1 }, { input: compared, output: 0 });
    for (const [index, panel] of panels.entries()) {
      if (panel.compares) this.#compare(trial, index, panel, shown, way === 'done');
      else if (way === 'asked' || way === 'scored') this.#judge(panel, 1, shown);
    }
  }

  /** @param each Tokens that one request takes. */
  #add(party: AskedParty, { least, most }: AskedTimes, each: { readonly input: number; readonly output: number }): void {
    const key = `${party.role}\n${party.name}`;
    let sum = this.#sums.get(key);
    if (!sum) this.#sums.set(key, (sum = { party, least: 0, most: 0, input: 0, output: 0 }));
    const times = most === Infinity ? least : most;
    sum.least += least;
    sum.most += most;
    sum.input += times * each.input;
    sum.output += times * each.output;
  }

  #judge({ judges, first, compares, judgements }: AskedPanel, replies: number, input: number): void {
    const times = judgements(replies);
    const cascade = compares ? undefined : first;
    const each = { input, output: JUDGE.answer };
    if (cascade) this.#add(cascade, times, each);
    for (const judge of judges) this.#add(judge, cascade ? { ...times, least: 0 } : times, each);
  }

  #compare(trial: Trial, index: number, panel: AskedPanel, input: number, isDone: boolean): void {
    const ofCase = JSON.stringify([suiteKey(trial), trial.evalCase.id]);
    if (ofCase !== this.#case) this.#settle();
    this.#case = ofCase;
    const key = `${index} ${trial.repeat}`;
    const known = this.#comparisons.get(key);
    if (!known) this.#comparisons.set(key, { panel, input, replies: 1, isDone });
    else Object.assign(known, { replies: known.replies + 1, isDone: known.isDone && isDone });
  }

  /** Counts the comparisons of the last case: all of its trials are known. */
  #settle(): void {
    for (const { panel, input, replies, isDone } of this.#comparisons.values()) {
      // Nothing is compared with itself.
      if (!isDone && replies > 1) this.#judge(panel, replies, input);
    }
    this.#comparisons.clear();
  }

  /** Targets first, then judges, each by name. Nothing is added after it. */
  all(): readonly ForeseenSpending[] {
    this.#settle();
    const sums = [...this.#sums.values()].toSorted((a, b) => ROLES.indexOf(a.party.role) - ROLES.indexOf(b.party.role) || a.party.name.localeCompare(b.party.name));
    return sums.map((sum) => {
      const costUsd = costOf(sum);
      const { party, least, most, input, output } = sum;
      return { name: party.name, role: party.role, requests: least, mostRequests: most, inputTokens: Math.round(input), outputTokens: Math.round(output), ...(costUsd === undefined ? {} : { costUsd }) };
    });
  }
}
