import { isMark, openMarks } from './quotation-marks.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
/** Elements that a judge may put around what it quotes, those of its own prompt among them. */
const OPEN_ELEMENT = /<(blockquote|quote|q|cite|pre|code|example|response|candidate|candidate-answer|conversation)(?:-[0-9a-f]{6,})?>/giu;
const CLOSE_ELEMENT = /<\/(blockquote|quote|q|cite|pre|code|example|response|candidate|candidate-answer|conversation)(?:-[0-9a-f]{6,})?>/giu;

function lineStartOf(text: string, index: number): number {
  return text.lastIndexOf('\n', index - 1) + 1;
}

/** The inside of the code fence around an index; one that is never closed reaches to the end. */
function fenceAround(text: string, index: number): Span | undefined {
  let open: { readonly mark: string; readonly start: number } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length + 1;
    const mark = FENCE.exec(line)?.[1];
    if (open && mark?.startsWith(open.mark) && line.trim() === mark) {
      if (index < at) return { start: open.start, end: at };
      open = undefined;
    } else if (!open && mark) open = { mark, start: end };
    if (!open && at > index) return undefined;
    at = end;
  }
  return open && index >= open.start ? { start: open.start, end: text.length } : undefined;
}

/** True if the claim stands in a code fence together with other text: an example, a copy. */
function isFenced(text: string, { start, end }: Span): boolean {
  const around = fenceAround(text, start);
  return around !== undefined && text.slice(around.start, around.end).trim() !== text.slice(start, end).trim();
}

/** True if the line of an index is a Markdown quotation or an indented block. */
function isSetApart(text: string, index: number): boolean {
  const line = text.slice(lineStartOf(text, index)).split('\n', 1)[0] ?? '';
  return /^ {0,3}>/u.test(line) || /^(?: {4}|\s*\t)/u.test(line);
}

function isInElement(text: string, index: number): boolean {
  const before = text.slice(0, index);
  return [...before.matchAll(OPEN_ELEMENT)].length > [...before.matchAll(CLOSE_ELEMENT)].length;
}

/** The text from the last blank line to an index. */
function paragraphBefore(text: string, index: number): string {
  return text.slice(0, index).split(/\n[^\S\n]*\n/u).at(-1) ?? '';
}

/** True if quotation marks that were opened in the same paragraph are still open at an index. */
export function isInMarks(text: string, index: number): boolean {
  return openMarks(paragraphBefore(text, index)).length > 0;
}

/** True if a line as a whole is set apart as a quotation. */
export function isQuotedLine(text: string, span: Span): boolean {
  return isSetApart(text, span.start) || isFenced(text, span) || isInElement(text, span.start);
}

/** True if a part of a text stands in a quotation, by any of the marks that people and models use. */
export function isQuoted(text: string, span: Span): boolean {
  return (
    isQuotedLine(text, span) ||
    isMark(text[span.start - 1]) ||
    isMark(text[span.end]) ||
    isInMarks(text, span.start)
  );
}
