import { dirname, relative } from 'node:path';
import { encodeCase, isPartList, withoutPaths, type ContentPart, type EvalCase, type FilePart, type JsonValue, type Message } from '@assay/schema';

/** Finds how a file is referred to from the written file. */
export type Refer = (part: FilePart) => string;

/**
 * References from the folder of the written file. In the folder of the source they stay as they are.
 * @param out Absolute; undefined for what is only shown.
 */
export function referFrom(source: string, out: string | undefined): Refer {
  const folder = out === undefined ? dirname(source) : dirname(out);
  if (folder === dirname(source)) return ({ value }) => value;
  return ({ value, path }) => {
    if (path === undefined) return value;
    const found = relative(folder, path).replaceAll('\\', '/');
    return found.startsWith('.') ? found : `./${found}`;
  };
}

/** A file that was found on disk is only referred to; one that a case brings along stays with it. */
function writtenPart(part: ContentPart, refer: Refer): ContentPart {
  return part.type === 'file' && part.path !== undefined ? { type: 'file', value: refer(part) } : part;
}

function writtenMessages(messages: readonly Message[], refer: Refer): readonly Message[] {
  const written = messages.map((message) =>
    isPartList(message.content) ? { ...message, content: message.content.map((part) => writtenPart(part, refer)) } : message,
  );
  return withoutPaths(written);
}

/** The conversations of a case with the field names of files. */
export function messageEntries(evalCase: EvalCase, refer: Refer): { readonly input: readonly JsonValue[]; readonly expected: readonly JsonValue[] } {
  const { input_messages: input, expected_messages: expected, expected_output: list } = encodeCase({
    ...evalCase,
    inputMessages: writtenMessages(evalCase.inputMessages, refer),
    expectedMessages: writtenMessages(evalCase.expectedMessages, refer),
  });
  return { input: input as readonly JsonValue[], expected: (expected ?? [{ role: 'assistant', content: list }]) as readonly JsonValue[] };
}
