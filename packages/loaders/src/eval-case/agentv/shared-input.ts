import { describeKind, isJsonObject, isPartList, reportError, type FilePart, type JsonObject, type Message, type NormalizeContext, type ValuePath } from '@assay/schema';
import { readMessages } from '../../messages/messages.js';

/** What a suite says about the input of all its cases, as written. */
export interface SharedInput {
  readonly input?: unknown;
  readonly files?: unknown;
}

/** Files as parts of a message. */
function readFiles(context: NormalizeContext, raw: unknown, path: ValuePath): readonly FilePart[] {
  if (!Array.isArray(raw)) {
    reportError(context, path, `input_files must be a list of paths, not ${describeKind(raw)}`, { hint: 'write input_files: [notes.md]' });
    return [];
  }
  return (raw as readonly unknown[]).flatMap((item, index) => {
    if (typeof item !== 'string' || item.trim() === '') {
      reportError(context, [...path, index], `a file must be named by its path, not ${typeof item === 'string' ? 'an empty text' : describeKind(item)}`, { hint: 'write the path, relative to the folder of this file' });
      return [];
    }
    const part: FilePart = { type: 'file', value: item.startsWith('file://') ? item.slice('file://'.length) : item };
    context.onFile?.(part, [...path, index]);
    return part;
  });
}

/** Puts files in front of what the user says last. */
function withFiles(messages: readonly Message[], files: readonly FilePart[]): readonly Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (files.length === 0) return messages;
  if (last === -1) return [...messages, { role: 'user', content: files }];
  return messages.map((message, index) => {
    if (index !== last) return message;
    const { content } = message;
    const own = isPartList(content) ? content : [{ type: 'text' as const, value: typeof content === 'string' ? content : JSON.stringify(content) }];
    return { ...message, content: [...files, ...own] };
  });
}

/** The messages that stand in front of the input of every case. */
function readLeading(context: NormalizeContext, raw: unknown): readonly Message[] {
  if (typeof raw === 'string') return raw.trim() === '' ? [] : [{ role: 'user', content: raw }];
  if (Array.isArray(raw)) return readMessages(context, raw, ['input']);
  if (isJsonObject(raw)) return readMessages(context, [raw], ['input']);
  reportError(context, ['input'], `input must be a string or a list of messages, not ${describeKind(raw)}`, { hint: 'write input: "…", or a list of messages with role and content' });
  return [];
}

/** Reports what is wrong with the input that a suite gives its cases. */
export function checkSharedInput(context: NormalizeContext, { input, files }: SharedInput): void {
  if (input !== undefined) readLeading({ ...context, onFile: () => undefined }, input);
  if (files !== undefined) readFiles({ ...context, onFile: () => undefined }, files, ['input_files']);
}

/**
 * The input of a case with that of its suite in front, and the files that one of the two names.
 * @param shared Undefined for a case that does without.
 */
export function withSharedInput(
  context: NormalizeContext,
  messages: readonly Message[],
  { raw, path, shared }: { readonly raw: JsonObject; readonly path: ValuePath; readonly shared: SharedInput | undefined },
): readonly Message[] {
  const own = raw['input_files'];
  const hasOwn = own !== undefined && own !== null;
  if (!hasOwn && !shared) return messages;
  // What is wrong in a suite was said once.
  const ofSuite: NormalizeContext = { ...context, locate: (at, which) => context.locate(at, which), report: () => undefined, tally: { errors: 0 } };
  const files = hasOwn ? readFiles(context, own, [...path, 'input_files']) : shared?.files === undefined ? [] : readFiles(ofSuite, shared.files, ['input_files']);
  const leading = shared?.input === undefined ? [] : readLeading(ofSuite, shared.input);
  return [...leading, ...withFiles(messages, files)];
}
