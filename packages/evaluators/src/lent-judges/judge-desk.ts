import { addCost, addSpending, addUsage, type ErrorInfo, type EvaluationScore, type JudgePanel, type JudgeReply, type Message } from '@assay/schema';
import type { ScriptTimer } from '../processes/script-timer.js';

/** What a script asks. */
export interface ScriptQuestion {
  /** Never empty. */
  readonly question: string;
  readonly systemPrompt?: string | undefined;
  /** One of the judges of the panel; default the first. */
  readonly judge?: string | undefined;
}

export interface JudgeDeskOptions {
  readonly panel: JudgePanel;
  /** Most questions, at least 1. */
  readonly mostCalls: number;
  /** Stands still while the script waits for a reply. */
  readonly timer: ScriptTimer;
  /** Ends all questions. */
  readonly signal: AbortSignal;
}

function messagesOf({ question, systemPrompt }: ScriptQuestion): readonly Message[] {
  const asked: Message = { role: 'user', content: question };
  return systemPrompt === undefined ? [asked] : [{ role: 'system', content: systemPrompt }, asked];
}

/** Puts the questions of one script to the judges, counts them, and knows what became of them. */
export class JudgeDesk {
  readonly judgeIds: readonly string[];
  readonly mostCalls: number;
  readonly #options: JudgeDeskOptions;
  /** Of questions by what they ask: why they have no answer yet. */
  readonly #unanswered = new Map<string, ErrorInfo>();
  /** How often each was asked. */
  readonly #times = new Map<string, number>();
  readonly #pending = new Set<Promise<unknown>>();
  #spent: Omit<JudgeReply, 'id' | 'model' | 'text'> | undefined;
  #calls = 0;
  #refused = 0;

  constructor(options: JudgeDeskOptions) {
    this.#options = options;
    this.judgeIds = options.panel.judgeIds;
    this.mostCalls = options.mostCalls;
  }

  /** Questions so far, without those that were refused. */
  get calls(): number {
    return this.#calls;
  }

  /** Takes so many questions, all or none of them. @returns whether there was room for them. */
  admit(count: number): boolean {
    const fits = this.#calls + count <= this.mostCalls;
    if (fits) this.#calls += count;
    else this.#refused += count;
    return fits;
  }

  /** Asks what was admitted. @param signal of who waits for the reply. Rejects only when it, or that of the desk, aborts. */
  async ask(question: ScriptQuestion, signal: AbortSignal): Promise<JudgeReply> {
    const key = JSON.stringify([question.judge, question.systemPrompt, question.question]);
    const repeat = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, repeat);
    this.#unanswered.set(key, { code: 'aborted', message: 'the script did not wait for the reply' });
    const { panel, timer, signal: ended } = this.#options;
    const { judge } = question;
    const asking = timer.awhile(async () => panel.answer?.({ messages: messagesOf(question), repeat, judge }, { signal: AbortSignal.any([signal, ended]) }));
    this.#pending.add(asking);
    try {
      const reply = (await asking) ?? { id: judge ?? '', model: '', text: null, error: { code: 'config', message: 'the judges answer no questions' } };
      this.#note(key, reply);
      return reply;
    } finally {
      this.#pending.delete(asking);
    }
  }

  #note(key: string, reply: JudgeReply): void {
    const { text, error, usage, costUsd, costIncomplete, saved } = reply;
    if (text === null) this.#unanswered.set(key, error ?? { code: 'bad_reply', message: 'the judge gave no reply' });
    else this.#unanswered.delete(key);
    this.#spent = {
      usage: addUsage(this.#spent?.usage, usage),
      costUsd: addCost(this.#spent?.costUsd, costUsd),
      costIncomplete: this.#spent?.costIncomplete === true || costIncomplete === true,
      saved: addSpending(this.#spent?.saved, saved),
    };
  }

  /** Waits until nothing is asked any more. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** What the script's score is worth, with what its questions took: without an answer that it asked for, nobody knows. */
  settle(score: EvaluationScore): EvaluationScore {
    const { usage, costUsd, costIncomplete } = this.#spent ?? {};
    const warnings = [...(score.warnings ?? []), ...(this.#refused === 0 ? [] : [`the script asked ${this.#refused} more than the ${this.mostCalls} questions that max_calls allows; these were refused`])];
    const [lost] = this.#unanswered.values();
    const whole: EvaluationScore =
      lost && score.score !== null
        ? { score: null, error: { ...lost, message: `the script scored without a reply that it had asked a judge for: ${lost.message}` } }
        : { ...score, ...(this.#refused > 0 && score.score !== null ? { degraded: true } : {}) };
    return {
      ...whole,
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(usage === undefined ? {} : { judgeUsage: usage }),
      ...(costUsd === undefined ? {} : { judgeCostUsd: costUsd }),
      ...(costIncomplete ? { judgeCostIncomplete: true } : {}),
    };
  }
}
