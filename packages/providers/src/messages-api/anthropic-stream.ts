import { isJsonObject, weightOf, type JsonObject, type JsonValue } from '@assay/schema';
import { apiError, reportedError, type CallContext } from '../http/errors/api-error.js';
import type { ReplyMeter } from '../reply-size/reply-meter.js';

interface PartialBlock {
  readonly start: JsonObject;
  text: string;
  /** A text that is none: whoever reads the message refuses it. */
  odd?: JsonValue;
  json: string;
}

/** Puts the events of one streamed message together. */
class MessageAssembly {
  #message: JsonObject = {};
  #usage: JsonObject = {};
  #stopReason: JsonValue = null;
  #done = false;
  readonly #blocks = new Map<number, PartialBlock>();

  get finished(): boolean {
    return this.#done;
  }

  add(event: JsonObject): void {
    const index = typeof event['index'] === 'number' ? event['index'] : 0;
    const delta = isJsonObject(event['delta']) ? event['delta'] : {};
    switch (event['type']) {
      case 'message_start':
        this.#message = isJsonObject(event['message']) ? event['message'] : {};
        this.#addUsage(this.#message['usage']);
        break;
      case 'content_block_start':
        this.#blocks.set(index, {
          start: isJsonObject(event['content_block']) ? event['content_block'] : {},
          text: '',
          json: '',
        });
        break;
      case 'content_block_delta':
        this.#addDelta(index, delta);
        break;
      case 'message_delta':
        this.#stopReason = delta['stop_reason'] ?? this.#stopReason;
        this.#addUsage(event['usage']);
        break;
      case 'message_stop':
        this.#done = true;
        break;
      default:
    }
  }

  #addUsage(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const told = Object.entries(usage).filter(([, value]) => value !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(told) };
  }

  #addDelta(index: number, delta: JsonObject): void {
    const said = delta['text'] ?? '';
    // Some proxies leave out the beginning of a block.
    const begun = { type: delta['partial_json'] === undefined ? 'text' : 'tool_use' };
    const block: PartialBlock = this.#blocks.get(index) ?? { start: begun, text: '', json: '' };
    this.#blocks.set(index, block);
    if (typeof said === 'string') block.text += said;
    else block.odd = said;
    if (typeof delta['partial_json'] === 'string') block.json += delta['partial_json'];
  }

  /** The message that would have come without streaming. */
  message(): JsonObject {
    const content = [...this.#blocks.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([, { start, text, odd, json }]): JsonObject => {
        if (start['type'] === 'text') {
          const { text: begun = '' } = start;
          return { type: 'text', text: odd ?? (typeof begun === 'string' ? `${begun}${text}` : begun) };
        }
        return json === '' ? start : { ...start, input: json };
      });
    return { ...this.#message, content, stop_reason: this.#stopReason, usage: this.#usage };
  }
}

/** After it nothing more comes. */
export function isLastOfMessage(event: unknown): boolean {
  return isJsonObject(event) && event['type'] === 'message_stop';
}

/**
 * The whole message of a stream.
 * @throws ProviderError (network) when the stream ends before its last event, so that half an
 * answer is never judged as a whole one.
 * @throws ReplyTooLarge when the pieces together are more than a reply may have.
 */
export async function assembleMessage(
  events: AsyncIterable<unknown>,
  meter: ReplyMeter,
  context: CallContext,
): Promise<JsonObject> {
  const assembly = new MessageAssembly();
  for await (const event of events) {
    if (!isJsonObject(event)) continue;
    if (event['type'] === 'error') throw reportedError(event['error'], context);
    await meter.add(weightOf(event['delta']) + weightOf(event['content_block']) + weightOf(event['message']));
    assembly.add(event);
  }
  if (!assembly.finished) {
    throw apiError('the reply was cut off: the stream ended before its last event', context, { kind: 'network' });
  }
  return assembly.message();
}
