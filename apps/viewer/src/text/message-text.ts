import type { WireMessage } from '../data/row.js';

/** A message's content as text: files by their name and text, data as indented JSON. */
export function contentText(content: WireMessage['content']): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || !content.every(isPart)) return JSON.stringify(content, null, 2);
  return content.map((part) => (part.type === 'text' ? part.value : `[file: ${part.value}]${part.text === undefined ? '' : `\n${part.text}`}`)).join('\n\n');
}

interface Part {
  readonly type: 'text' | 'file';
  readonly value: string;
  readonly text?: string | undefined;
}

function isPart(value: unknown): value is Part {
  if (typeof value !== 'object' || value === null) return false;
  const { type, value: text } = value as Record<string, unknown>;
  return (type === 'text' || type === 'file') && typeof text === 'string';
}
