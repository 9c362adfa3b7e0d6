import {
  addCost,
  addUsage,
  fence,
  fenceCode,
  guidelinesText,
  toErrorInfo,
  transcriptText,
  type ErrorInfo,
  type Message,
  type Provider,
  type ProviderResponse,
  type TokenUsage,
} from '@assay/schema';
import { excerpt } from '../excerpt.js';
import { formattedGenerate } from '../judge/formatted-generate.js';
import { rubricPrompt, rubricReminder, rubricResponseFormat } from '../prompts/rubric-prompt.js';
import { readRubricReply, type RubricLine } from './read-rubric-reply.js';

/** What a rubric is made from. */
export interface RubricRequest {
  readonly expectedOutcome: string;
  /** What the system under test is asked. */
  readonly input: readonly Message[];
  /** An answer that is known to be right; may be empty. */
  readonly referenceAnswer?: string | undefined;
}

/** A rubric, or why there is none, and what it took. */
export interface GeneratedRubric {
  /** Absent when no reply could be used. */
  readonly lines?: readonly RubricLine[] | undefined;
  readonly error?: ErrorInfo | undefined;
  readonly usage?: TokenUsage | undefined;
  /** US dollars. */
  readonly costUsd?: number | undefined;
}

export interface RubricGeneratorOptions {
  /** The model that writes, with retries and limits already around it. */
  readonly provider: Provider;
  /** Tries in all for a reply that can be used; at least 1, default 2. */
  readonly parseAttempts?: number | undefined;
}

/** Writes rubrics with an LLM. */
export interface RubricGenerator {
  /** Never rejects for a bad reply or a failed request: that is a result with an error. Rejects only when the signal aborts. */
  generate(request: RubricRequest, options: { readonly signal: AbortSignal }): Promise<GeneratedRubric>;
}

function promptText({ expectedOutcome, input, referenceAnswer = '' }: RubricRequest): string {
  const parts: readonly (readonly [string, string])[] = [
    ['guidelines', guidelinesText(input)],
    ['conversation', transcriptText(input)],
    ['reference-answer', referenceAnswer],
    ['expected-outcome', expectedOutcome],
  ];
  const given = parts.filter(([, text]) => text.trim() !== '');
  const code = fenceCode(given.map(([, text]) => text));
  return rubricPrompt.render({ code, material: given.map(([name, text]) => fence(name, code, text)).join('\n\n') });
}

function badReply({ text, finishReason }: ProviderResponse, problem: string): ErrorInfo {
  const start = excerpt(text, 120);
  const finish = finishReason === undefined ? '' : ` (finish reason: ${excerpt(finishReason, 40)})`;
  return {
    code: 'bad_reply',
    message: `the reply is unusable: ${problem}${start === '' ? '' : `; it begins "${start}"`}${finish}`,
    hint: 'try again, or name another judge',
  };
}

/**
 * Makes what writes the lines of a rubric from an expected outcome. A reply that cannot be used is
 * asked for again with what was wrong, and is then an error (code `bad_reply`). Tokens and cost are
 * summed over the tries.
 */
export function createRubricGenerator({ provider, parseAttempts = 2 }: RubricGeneratorOptions): RubricGenerator {
  const send = formattedGenerate(provider);
  return {
    async generate(request, { signal }) {
      const text = promptText(request);
      let spent: Pick<GeneratedRubric, 'usage' | 'costUsd'> = {};
      let problem: string | undefined;
      let error: ErrorInfo | undefined;
      try {
        for (let attempt = 1; attempt <= parseAttempts; attempt += 1) {
          signal.throwIfAborted();
          const messages: readonly Message[] = [
            { role: 'system', content: rubricPrompt.system },
            { role: 'user', content: problem === undefined ? text : `${text}\n\n${rubricReminder(problem)}` },
          ];
          const response = await send({ messages, temperature: 0, attempt, signal }, rubricResponseFormat);
          spent = { usage: addUsage(spent.usage, response.usage), costUsd: addCost(spent.costUsd, response.costUsd) };
          const reading = await readRubricReply(response.text);
          if (reading.ok) return { lines: reading.lines, ...spent };
          problem = reading.problem;
          error = badReply(response, problem);
        }
      } catch (thrown) {
        signal.throwIfAborted();
        error = toErrorInfo(thrown);
      }
      return { error, ...spent };
    },
  };
}
