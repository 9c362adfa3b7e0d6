import { isJsonObject, weightOf, type JsonObject, type JsonValue } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';
import { OneChoice } from '../replies/one-choice.js';
import type { ReplyMeter } from '../reply-size/reply-meter.js';
import { statedError } from '../replies/stated-error.js';

interface PartialCall {
  id?: string;
  name: string;
  arguments: string;
  /** Arguments that came as a value, not as pieces of its text. */
  value?: JsonValue;
}

/** Puts the chunks of one streamed reply together. */
class ChatAssembly {
  #text = '';
  /** Content that is neither a text nor a list: whoever reads the completion refuses it. */
  #odd: JsonValue | undefined;
  #refusal = '';
  readonly #calls = new Map<number, PartialCall>();
  /** Tool calls that are no list: refused likewise. */
  #oddCalls: JsonValue | undefined;
  readonly #tokens: JsonValue[] = [];
  readonly #bareLogprobs: JsonValue[] = [];
  readonly #fields: Record<string, JsonValue> = {};
  #finishReason: string | undefined;
  readonly #choice = new OneChoice();
  /** What a server could not finish the answer for. */
  #error: JsonValue | undefined;

  get finished(): boolean {
    return this.#finishReason !== undefined || this.#error !== undefined;
  }

  add(chunk: JsonObject): void {
    for (const key of ['model', 'system_fingerprint', 'usage']) {
      const value = chunk[key];
      if (value !== undefined && value !== null) this.#fields[key] = value;
    }
    const ofAll = statedError(chunk);
    if (ofAll !== undefined) this.#fields['error'] = ofAll;
    const choice = this.#choice.find(chunk['choices']);
    if (!choice) return;
    this.#error = statedError(choice) ?? this.#error;
    if (typeof choice['finish_reason'] === 'string') this.#finishReason = choice['finish_reason'];
    if (typeof choice['text'] === 'string') this.#text += choice['text'];
    if (isJsonObject(choice['logprobs'])) this.#addLogprobs(choice['logprobs']);
    // Servers that know no streams send the one event that is the whole reply.
    const said = choice['delta'] ?? choice['message'];
    if (isJsonObject(said)) this.#addDelta(said);
  }

  #addLogprobs({ content, token_logprobs: bare }: JsonObject): void {
    // One by one: as arguments of one call, a few hundred thousand are too many.
    if (Array.isArray(content)) for (const token of content as readonly JsonValue[]) this.#tokens.push(token);
    if (Array.isArray(bare)) for (const value of bare as readonly JsonValue[]) this.#bareLogprobs.push(value);
  }

  /** Parts of other kinds than text, such as thoughts, are no answer. */
  #addContent(content: JsonValue): void {
    if (typeof content === 'string') this.#text += content;
    else if (!Array.isArray(content)) this.#odd = content;
    else {
      for (const part of content as readonly JsonValue[]) {
        const text = isJsonObject(part) ? part['text'] : part;
        if (typeof text === 'string') this.#text += text;
      }
    }
  }

  #addDelta(delta: JsonObject): void {
    this.#addContent(delta['content'] ?? '');
    if (typeof delta['refusal'] === 'string') this.#refusal += delta['refusal'];
    const calls = delta['tool_calls'] ?? [];
    if (!Array.isArray(calls)) {
      this.#oddCalls = calls;
      return;
    }
    for (const [position, part] of (calls as readonly JsonValue[]).entries()) {
      if (!isJsonObject(part)) continue;
      const index = typeof part['index'] === 'number' ? part['index'] : position;
      const call = this.#calls.get(index) ?? { name: '', arguments: '' };
      this.#calls.set(index, call);
      if (typeof part['id'] === 'string' && part['id'] !== '') call.id = part['id'];
      const named = isJsonObject(part['function']) ? part['function'] : {};
      if (typeof named['name'] === 'string') call.name += named['name'];
      const input = named['arguments'] ?? '';
      if (typeof input === 'string') call.arguments += input;
      else call.value = input;
    }
  }

  /** The completion that would have come without streaming. */
  completion(): JsonObject {
    const calls = [...this.#calls.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([, call]) => ({
        ...(call.id === undefined ? {} : { id: call.id }),
        function: { name: call.name, arguments: call.value ?? call.arguments },
      }));
    const listed = this.#oddCalls ?? (calls.length > 0 ? calls : undefined);
    const message = { content: this.#odd ?? this.#text, refusal: this.#refusal, ...(listed === undefined ? {} : { tool_calls: listed }) };
    const logprobs = { content: this.#tokens, token_logprobs: this.#bareLogprobs };
    const choice = { message, finish_reason: this.#finishReason ?? null, logprobs, ...(this.#error === undefined ? {} : { error: this.#error }) };
    return { ...this.#fields, ...(this.finished || this.#fields['error'] === undefined ? { choices: [choice] } : {}) };
  }
}

/**
 * The whole reply of a stream.
 * @throws ProviderError (network) when the stream ends before its last chunk, so that half an
 * answer is never judged as a whole one.
 * @throws ReplyTooLarge when the pieces together are more than a reply may have.
 */
export async function assembleChat(
  events: AsyncIterable<unknown>,
  meter: ReplyMeter,
  context: CallContext,
): Promise<JsonObject> {
  const assembly = new ChatAssembly();
  for await (const event of events) {
    if (!isJsonObject(event)) continue;
    await meter.add(weightOf(event['choices']));
    assembly.add(event);
  }
  const completion = assembly.completion();
  if (!assembly.finished && completion['error'] === undefined) {
    throw apiError('the reply was cut off: the stream ended before its last event', context, { kind: 'network' });
  }
  return completion;
}
