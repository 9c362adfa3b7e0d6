import { isJsonObject, type JsonObject, type JsonValue } from './json.js';
import type { ToolCall } from './tool-call.js';

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof ROLES)[number];

interface TextPart {
  readonly type: 'text';
  readonly value: string;
}

/** A file that a message refers to. Loaders fill in what they found out about it. */
export interface FilePart {
  readonly type: 'file';
  /** The reference as it was written. */
  readonly value: string;
  /** Absolute path that the reference was resolved to. */
  readonly path?: string | undefined;
  /** Content of a text file. Absent for attachments (images, PDF). */
  readonly text?: string | undefined;
  /** Media type of an attachment, e.g. `image/png`. */
  readonly mediaType?: string | undefined;
  /** SHA-256 in hex digits of a file of a reply, as it was when the reply was given; in the input of a row, of a file as it was sent. */
  readonly digest?: string | undefined;
  /** True if the file matches the project's guideline patterns. */
  readonly guideline?: boolean | undefined;
}

export type ContentPart = TextPart | FilePart;

/** Text, a list of parts, or a structured value (an object or a list that is expected as output). */
export type MessageContent = string | readonly ContentPart[] | JsonObject | readonly JsonValue[];

/** True for a list of parts; a list of anything else is a structured value. */
export function isPartList(content: MessageContent | null | undefined): content is readonly ContentPart[] {
  if (!Array.isArray(content)) return false;
  const list: readonly unknown[] = content;
  return list.every((part) => isJsonObject(part) && (part['type'] === 'text' || part['type'] === 'file') && typeof part['value'] === 'string');
}

export interface Message {
  readonly role: Role;
  /** `null` in an assistant message: to be generated during the run. */
  readonly content?: MessageContent | null | undefined;
  readonly toolCalls?: readonly ToolCall[] | undefined;
  readonly name?: string | undefined;
  /** In a tool message: the id of the call that it answers. Without one it answers the oldest that is open. */
  readonly toolCallId?: string | undefined;
  /** True in transcripts for turns that the target produced. */
  readonly generated?: boolean | undefined;
}
