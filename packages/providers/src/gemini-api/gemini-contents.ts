import { isJsonObject, type JsonObject, type JsonValue, type Message } from '@assay/schema';
import { conversationTurns, type PartFormat } from '../conversation/conversation-turns.js';
import type { CallContext } from '../http/errors/api-error.js';

/** From Gemini 3 on, a call in the history must carry the signature that its model gave it, or this. */
const SIGNED_SINCE = /gemini-(?:[3-9]|\d\d)/u;
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** The API takes objects only, both as arguments and as results. */
function asObject(value: JsonValue | undefined, name: string): JsonObject {
  if (value === undefined) return {};
  return isJsonObject(value) ? value : { [name]: value };
}

/** A part of a turn, and a turn, as the API has them. */
type Part = JsonObject;
interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

function identified(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}

function partsOf(model: string): PartFormat<Part> {
  // Of the calls in one turn only the first carries a signature.
  const signature = SIGNED_SINCE.test(model) ? { thoughtSignature: NO_SIGNATURE } : {};
  return {
    accepts: /^(?:image\/(?:jpeg|png|webp|heic|heif)|application\/pdf|audio\/[\w.+-]+|video\/[\w.+-]+)$/u,
    text: (text) => ({ text }),
    attachment: ({ mediaType, base64 }) => ({ inlineData: { mimeType: mediaType, data: base64 } }),
    // Ids are optional here, so none is made up.
    call: ({ call: { id, tool, input }, first }) => ({
      functionCall: { ...identified(id), name: tool, args: { ...asObject(input, 'value') } },
      ...(first ? signature : {}),
    }),
    result: ({ call: { id, tool } }, output) => ({
      functionResponse: { ...identified(id), name: tool, response: { ...asObject(output, 'result') } },
    }),
  };
}

/**
 * A conversation in Gemini's format: system text apart, function results inside user turns.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent.
 */
export async function geminiContents(
  messages: readonly Message[],
  context: CallContext,
): Promise<{ readonly system: string; readonly contents: readonly Content[] }> {
  const { system, turns } = await conversationTurns(messages, partsOf(context.model), context);
  const contents = turns.map(({ role, parts }) => ({ role: role === 'user' ? ('user' as const) : ('model' as const), parts }));
  return { system, contents };
}
