import type { Message, ResultRow } from '@assay/schema';
import { boundedLine } from './bounded-line.js';

/** Longest excerpt of a question, in characters. */
const MAX_LENGTH = 160;

function textOf(content: Message['content']): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  const parts = content as readonly { readonly type?: unknown; readonly value?: unknown }[];
  return parts.map(({ type, value }) => (type === 'text' ? String(value) : `[file: ${String(value)}]`)).join(' ');
}

/** How the last message of the user begins, on one line; undefined when there is none. */
export function questionOf({ input }: Pick<ResultRow, 'input'>): string | undefined {
  const asked = input.findLast(({ role, content }) => role === 'user' && textOf(content).trim() !== '');
  return asked && boundedLine(textOf(asked.content), MAX_LENGTH);
}
