import type { JsonValue } from '../../domain/json.js';
import type { Message } from '../../domain/message.js';
import { wireCodec } from '../wire/wire-codec.js';
import { MessageSchema } from './message-schema.js';

const codec = wireCodec<Message>(MessageSchema);

/** Messages with the field names of files, as rows have them, and scripts and templates see them. */
export function encodeMessages(messages: readonly Message[]): JsonValue {
  return messages.map((message) => codec.encode(message)) as unknown as JsonValue;
}
