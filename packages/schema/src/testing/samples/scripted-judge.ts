import type { Judge, JudgeAnswer, JudgeRequest } from '../../contracts/judge.js';

export interface JudgeScript {
  readonly id: string;
  /** [0, 1], null for an answer without a score, or `throws` for a judge that breaks its promise. */
  readonly score: number | null | 'throws';
  /** Turns of the event loop before it answers. Default 0. */
  readonly delay?: number | undefined;
}

export interface ScriptedJudge extends Judge {
  /** The requests that it was asked, in order. */
  readonly asked: readonly JudgeRequest[];
}

/** A judge without a model, for tests of panels: it always says the same, after a while. */
export function scriptedJudge({ id, score, delay = 0 }: JudgeScript): ScriptedJudge {
  const model = `model-of-${id}`;
  const asked: JudgeRequest[] = [];
  return {
    id,
    model,
    asked,
    async assess(request, { signal }): Promise<JudgeAnswer> {
      asked.push(request);
      for (let turn = 0; turn <= delay; turn++) {
        signal.throwIfAborted();
        await new Promise((resolve) => setImmediate(resolve));
      }
      signal.throwIfAborted();
      if (score === 'throws') throw new TypeError(`judge ${id} is broken`);
      const spent = { usage: { inputTokens: 10, outputTokens: 2 }, costUsd: 0.25 };
      return score === null
        ? { id, model, score, error: { code: 'bad_reply', message: `judge ${id} said nothing usable` }, ...spent }
        : { id, model, score, reflection: `reflection of ${id}`, hits: [`hit of ${id}`], ...spent };
    },
  };
}
