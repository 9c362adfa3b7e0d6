import { isJsonObject, weightOf, type JsonObject, type JsonValue } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';
import { OneChoice } from '../replies/one-choice.js';
import type { ReplyMeter } from '../reply-size/reply-meter.js';

const LATEST = ['usageMetadata', 'modelVersion', 'promptFeedback'] as const;

/**
 * The whole reply of a stream. Each event is a reply with the parts that are new.
 * @throws ProviderError (network) when the stream ends before a reason for its end, so that half
 * an answer is never judged as a whole one.
 * @throws ReplyTooLarge when the parts together are more than a reply may have.
 */
export async function assembleGemini(
  events: AsyncIterable<unknown>,
  meter: ReplyMeter,
  context: CallContext,
): Promise<JsonObject> {
  const parts: JsonValue[] = [];
  const latest: Record<string, JsonValue> = {};
  let finishReason: JsonValue | undefined;
  let mean: JsonValue | undefined;
  const tokens: JsonValue[] = [];
  const chosen = new OneChoice();
  for await (const event of events) {
    if (!isJsonObject(event)) continue;
    for (const key of LATEST) if (event[key] !== undefined) latest[key] = event[key];
    const candidate = chosen.find(event['candidates']);
    if (!candidate) continue;
    await meter.add(weightOf(candidate));
    finishReason = candidate['finishReason'] ?? finishReason;
    mean = candidate['avgLogprobs'] ?? mean;
    const result = candidate['logprobsResult'];
    const listed = isJsonObject(result) ? result['chosenCandidates'] : undefined;
    if (Array.isArray(listed)) for (const token of listed as readonly JsonValue[]) tokens.push(token);
    const content = candidate['content'] ?? {};
    const added = isJsonObject(content) ? (content['parts'] ?? []) : content;
    // What is no list of parts is refused by whoever reads the reply.
    for (const part of Array.isArray(added) ? (added as readonly JsonValue[]) : [added]) parts.push(part);
  }
  const feedback = latest['promptFeedback'];
  const blocked = isJsonObject(feedback) && typeof feedback['blockReason'] === 'string';
  if (typeof finishReason !== 'string' && !blocked) {
    throw apiError('the reply was cut off: the stream ended before its last event', context, { kind: 'network' });
  }
  if (typeof finishReason !== 'string') return latest;
  const candidate = {
    content: { role: 'model', parts },
    finishReason,
    ...(mean === undefined ? {} : { avgLogprobs: mean }),
    ...(tokens.length > 0 ? { logprobsResult: { chosenCandidates: tokens } } : {}),
  };
  return { ...latest, candidates: [candidate] };
}
