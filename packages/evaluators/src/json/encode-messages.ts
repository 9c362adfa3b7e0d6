import { encodeCase, type JsonValue, type Message } from '@assay/schema';

/** Messages with the field names of files, as scripts and templates see them. */
export function wireMessages(messages: readonly Message[]): JsonValue {
  const encoded = encodeCase({
    id: '',
    expectedOutcome: '',
    inputMessages: messages,
    expectedMessages: [],
    evaluators: [],
    execution: {},
    weight: 1,
    tags: [],
  });
  return encoded['input_messages'] as JsonValue;
}
