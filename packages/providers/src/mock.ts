import { setTimeout as wait } from 'node:timers/promises';
import {
  canonicalHash,
  defineProvider,
  endedBySignal,
  normalizeToolCall,
  type GenerateRequest,
  type JsonValue,
  recordOf,
} from '@assay/schema';
import * as v from 'valibot';
import { embeddingEntries } from './embeddings/embedding-options.js';
import { hashedVector } from './embeddings/hashed-vector.js';
import { described } from './http/parameters/option-entries.js';
import { promptText } from './replies/prompt-text.js';

/** One of the replies, always the same for the same case and repeat, in whatever order they come. */
function pick(replies: readonly string[], request: GenerateRequest): string | undefined {
  const key = canonicalHash([request.suite ?? '', request.caseId ?? promptText(request), request.repeat ?? 1]);
  return replies[Number.parseInt(key.slice(0, 8), 16) % replies.length];
}

/** Takes as long as the target says, unless the signal ends it. */
async function delay(milliseconds: number | undefined, signal: AbortSignal, target: string): Promise<void> {
  try {
    signal.throwIfAborted();
    if (milliseconds) await wait(milliseconds, undefined, { signal });
  } catch {
    throw endedBySignal(signal, target);
  }
}

const EMBEDDING_MODEL = 'hashed-words';
const DIMENSIONS = 256;

/** Replies and vectors without a network, for trying things out. */
export const provider = defineProvider({
  name: 'mock',
  description: 'Answers without a network, with the replies that you set or with the prompt itself.',
  options: v.object({
    reply: described(v.string(), 'Text to answer with; {prompt} stands for the prompt. Default: {prompt}.'),
    replies: described(
      v.pipe(v.array(v.string()), v.minLength(1)),
      'Texts to answer with; the same case and repeat always gets the same one.',
    ),
    tool_calls: described(
      v.array(recordOf(v.unknown())),
      'Tool calls to answer with: {tool, input, output}.',
    ),
    delay_ms: described(
      v.pipe(v.number(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
      'Time that a reply takes, in milliseconds.',
    ),
    ...embeddingEntries,
  }),
  reach: { kind: 'nothing' },
  examples: [
    { title: 'A fixed reply', value: { name: 'fixed', provider: 'mock', reply: 'Paris' } },
    {
      title: 'An agent that searches',
      value: {
        name: 'searcher',
        provider: 'mock',
        reply: 'Found it.',
        tool_calls: [{ tool: 'search', input: { query: 'x' } }],
      },
    },
    {
      title: 'Varied, slow replies',
      value: { name: 'varied', provider: 'mock', replies: ['yes', 'no'], delay_ms: 50 },
    },
    { title: 'Vectors without a model', value: { name: 'vectors', provider: 'mock', dimensions: 64 } },
  ],
  create({ name, model, options }) {
    const calls = (options.tool_calls ?? []).flatMap((raw) => normalizeToolCall(raw as JsonValue) ?? []);
    // Without an identity: its replies are in its own definition, there is nothing to save.
    return {
      name,
      provider: 'mock',
      ...(model === undefined ? {} : { model }),
      structuredOutput: false,
      free: true,
      emptyReply: 'final',
      async generate(request) {
        const start = performance.now();
        if (options.delay_ms || request.signal.aborted) await delay(options.delay_ms, request.signal, name);
        const template = (options.replies ? pick(options.replies, request) : options.reply) ?? '{prompt}';
        const text = template.replaceAll('{prompt}', () => promptText(request));
        return {
          text,
          messages: [{ role: 'assistant', content: text, ...(calls.length > 0 ? { toolCalls: calls } : {}) }],
          toolCalls: calls,
          costUsd: 0,
          latencyMs: performance.now() - start,
          ...(model === undefined ? {} : { model }),
        };
      },
    };
  },
  createEmbedder: ({ name, model = EMBEDDING_MODEL, options }) => ({
    name,
    model,
    async embed(texts, { signal }) {
      await delay(options.delay_ms, signal, name);
      return { vectors: texts.map((text) => hashedVector(text, options.dimensions ?? DIMENSIONS)), costUsd: 0 };
    },
  }),
});
