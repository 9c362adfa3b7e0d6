import { isJsonObject, type JsonObject } from '@assay/schema';
import { badReply, oddPart, type CallContext } from '../errors/api-error.js';
import { jsonReply } from '../json-reply.js';

/** The answer to a call, as an object. @throws ProviderError (bad_reply) for anything else. */
export async function readObject(response: Response, context: CallContext): Promise<JsonObject> {
  const value = jsonReply(await response.text(), context);
  if (!isJsonObject(value)) throw oddPart('it', 'an object', value, context);
  return value;
}

/** A text of an answer that nothing goes on without. @throws ProviderError (bad_reply) */
export function textOf(object: JsonObject, name: string, context: CallContext): string {
  const value = object[name];
  if (value === '') throw badReply(`${name} must be a text, and is empty`, context);
  if (typeof value !== 'string') throw oddPart(name, 'a text', value, context);
  return value;
}
