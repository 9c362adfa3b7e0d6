import { fileChangesText, messageText, type Message, type ResultRow, type ToolCall } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { cleanText } from '../text-layout/clean-text.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { wrapText } from '../text-layout/wrap-text.js';
import type { Drawing } from './drawing.js';

/** Columns by which what belongs to a heading is indented. */
export const INDENT = 2;
/** Characters of a text, and lines of it, that are shown: all of most, and no flood. */
const MOST_CHARACTERS = 100_000;
const MOST_LINES = 1000;

/** A text as it was, line by line, under a heading. */
export function block(heading: string, text: string, { width, paint }: Drawing): readonly string[] {
  const kept = text.slice(0, MOST_CHARACTERS);
  const lines = kept.split(/\r\n|[\n\r\u2028\u2029]/u).flatMap((line) => {
    const clean = cleanText(line.replaceAll('\t', '    '));
    const margin = /^ */u.exec(line.replaceAll('\t', '    '))?.[0].slice(0, Math.floor(width / 3)) ?? '';
    const wrapped = wrapText(clean, width - 2 * INDENT - margin.length);
    return wrapped.length === 0 ? [''] : wrapped.map((part) => margin + part);
  });
  while (lines.at(-1) === '') lines.pop();
  const shown = lines.slice(0, MOST_LINES);
  const hidden = text.length - kept.length + lines.slice(MOST_LINES).reduce((sum, line) => sum + line.length, 0);
  const more = hidden > 0 ? [' '.repeat(2 * INDENT) + paint('dim', truncateText(`… ${formatCount(hidden)} more characters: assay show --json`, width - 2 * INDENT))] : [];
  return [`${' '.repeat(INDENT)}${paint('dim', heading)}`, ...shown.map((line) => (line === '' ? '' : ' '.repeat(2 * INDENT) + line)), ...more];
}

function callText({ tool, input, output }: ToolCall): string {
  const shown = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
  return `${tool}(${shown(input)})${output === undefined ? '' : ` → ${shown(output)}`}`;
}

function messageLines({ role, content, toolCalls = [] }: Message, drawing: Drawing): readonly string[] {
  const text = messageText(content);
  return [...(text === '' ? [] : block(role, text, drawing)), ...toolCalls.flatMap((call) => block('tool call', callText(call), drawing))];
}

/** What was said: a conversation with turns that were generated in the middle as it went, else the input and the reply. */
export function conversation({ input, transcript, output }: ResultRow, drawing: Drawing): readonly string[] {
  const asked = transcript ? [] : input;
  const calls = transcript ? [] : (output?.toolCalls ?? []);
  return [
    ...(transcript ?? asked).flatMap((message) => messageLines(message, drawing)),
    ...calls.flatMap((call) => block('tool call', callText(call), drawing)),
    ...(transcript ? [] : output === null ? [`${' '.repeat(INDENT)}${drawing.paint('yellow', 'no reply')}`] : block('reply', output.text === '' ? '(empty)' : output.text, drawing)),
    ...(output?.fileChanges === undefined ? [] : block('file changes', fileChangesText(output.fileChanges), drawing)),
  ];
}
