import type { Tensor } from '@huggingface/transformers';
import { transcriptText, type GenerateRequest } from '@assay/schema';
import { promptMessages } from '../../conversation/prompt-messages.js';
import { textWithCalls } from '../../conversation/text-turns.js';
import { rowsOf, tokenCounts, type Encoded } from './classify-texts.js';
import { DEFAULT_MAX_TOKENS, type HuggingFaceOptions } from '../huggingface-options.js';
import type { LoadedModel } from './load-model.js';

/** One text to write. */
export interface TextRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The same for models without a chat format. */
  readonly plain: string;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number | undefined;
}

export interface Written {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** False if the limit ended it. */
  readonly complete: boolean;
}

/** A request with the target's own settings where it has none. */
export function textRequest(request: GenerateRequest, options: HuggingFaceOptions): TextRequest {
  const messages = promptMessages(request.messages, options.system_prompt);
  return {
    messages: messages.map((message) => ({ role: message.role, content: textWithCalls(message) })),
    plain: transcriptText(messages),
    maxTokens: request.maxTokens ?? options.max_tokens ?? DEFAULT_MAX_TOKENS,
    temperature: request.temperature ?? options.temperature ?? 0,
    seed: request.seed ?? options.seed,
  };
}

/** Texts that may be written together. A seed means something only for a text that is written alone. */
export function togetherKey({ maxTokens, temperature, seed }: TextRequest): string | undefined {
  return temperature > 0 && seed !== undefined ? undefined : `${maxTokens} ${temperature}`;
}

/** The library has one source of random numbers for the whole process. */
let sampling: Promise<unknown> = Promise.resolve();

function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const result = sampling.then(run);
  sampling = result.catch(() => undefined);
  return result;
}

function prompts(
  { tokenizer }: LoadedModel,
  requests: readonly TextRequest[],
): { readonly texts: string[]; readonly marked: boolean } {
  const marked = Boolean(tokenizer.chat_template);
  const texts = requests.map(({ messages, plain }) =>
    marked
      ? String(tokenizer.apply_chat_template([...messages], { tokenize: false, add_generation_prompt: true }))
      : plain,
  );
  return { texts, marked };
}

function endTokens({ model }: LoadedModel): ReadonlySet<number> {
  const { generation_config, config } = model as unknown as Record<
    string,
    { eos_token_id?: number | number[] | null } | null
  >;
  return new Set([generation_config?.eos_token_id ?? config?.eos_token_id ?? []].flat());
}

/**
 * Writes texts in one pass; all have the limit and the temperature of the first. Temperature 0 takes
 * the most likely token each time.
 * @param signal Ends the writing early; what was written is then of no use.
 */
export async function writeTexts(
  loaded: LoadedModel,
  requests: readonly TextRequest[],
  signal: AbortSignal,
): Promise<readonly Written[]> {
  const { tokenizer, model, runtime } = loaded;
  const [first] = requests;
  if (!first) return [];
  const { texts, marked } = prompts(loaded, requests);
  // Every prompt has to end where the reply starts.
  tokenizer.padding_side = 'left';
  const encoded = tokenizer(texts, { padding: true, add_special_tokens: !marked }) as unknown as Encoded;
  const stop = new runtime.InterruptableStoppingCriteria();
  signal.addEventListener('abort', () => stop.interrupt(), { once: true });
  const sampled = first.temperature > 0;
  const run = async (): Promise<Tensor> => {
    if (sampled && first.seed !== undefined) runtime.random.seed(first.seed);
    const output = await model.generate({
      ...encoded,
      max_new_tokens: first.maxTokens,
      do_sample: sampled,
      ...(sampled ? { temperature: first.temperature } : {}),
      stopping_criteria: [stop],
    } as unknown as Parameters<typeof model.generate>[0]);
    return output as Tensor;
  };
  const rows = rowsOf(sampled ? await inTurn(run) : await run());
  const promptLength = encoded.input_ids.dims[1] ?? 0;
  const ends = endTokens(loaded);
  const inputTokens = tokenCounts(encoded);
  return rows.map((row, index) => {
    const reply = row.slice(promptLength);
    const end = reply.findIndex((token) => ends.has(token));
    const written = end === -1 ? reply : reply.slice(0, end);
    return {
      text: tokenizer.decode([...written], { skip_special_tokens: true }),
      inputTokens: inputTokens[index] ?? 0,
      outputTokens: end === -1 ? reply.length : end + 1,
      complete: end !== -1,
    };
  });
}
