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

interface Fence extends Span {
  readonly closed: boolean;
}

/** The inside of the code fence around an index; one that is never closed reaches to the end. */
function fenceAround(text: string, index: number): Fence | undefined {
  let open: { readonly mark: string; readonly start: number } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length + 1;
    const mark = FENCE.exec(line)?.[1];
    if (open && mark?.startsWith(open.mark) && line.trim() === mark) {
      if (index < at) return { start: open.start, end: at, closed: true };
      open = undefined;
    } else if (!open && mark) open = { mark, start: end };
    if (!open && at > index) return undefined;
    at = end;
  }
  return open && index >= open.start ? { start: open.start, end: text.length, closed: false } : undefined;
}

/** True if the claim stands in a code fence, closed or not, together with other text: an example, a copy. */
function isFenced(text: string, { start, end }: Span, closed: boolean): boolean {
  const around = fenceAround(text, start);
  return around?.closed === closed && text.slice(around.start, around.end).trim() !== text.slice(start, end).trim();
}

/** True if the line of an index is a Markdown quotation or an indented block. */
function isSetApart(text: string, index: number): boolean {
  const line = text.slice(lineStartOf(text, index)).split('\n', 1)[0] ?? '';
  return /^ {0,3}>/u.test(line) || /^(?: {4}|\s*\t)/u.test(line);
}

/** True if elements are open at the end of a text. */
function opensElement(text: string): boolean {
  return [...text.matchAll(OPEN_ELEMENT)].length > [...text.matchAll(CLOSE_ELEMENT)].length;
}

/** True inside of an element that is closed later: one that never is, is only spoken of. */
function isInElement(text: string, { start, end }: Span): boolean {
  return opensElement(text.slice(0, start)) && text.slice(end).search(CLOSE_ELEMENT) !== -1;
}

/** The text from the last blank line to an index. */
function paragraphBefore(text: string, index: number): string {
  return text.slice(0, index).split(/\n[^\S\n]*\n/u).at(-1) ?? '';
}

/** A mark that closes a quotation in single quotes or in backticks, which are also other things. */
const CLOSING: Readonly<Record<string, RegExp>> = { "'": /'(?![\p{L}\p{N}])/u, '`': /`/u };

/**
 * True if quotation marks that were opened in the same paragraph are still open where a part of a text
 * begins. A single quote or a backtick that nothing closes after it is an apostrophe, or itself.
 */
function isInMarks(text: string, { start, end }: Span): boolean {
  return openMarks(paragraphBefore(text, start)).some((mark) => CLOSING[mark]?.test(text.slice(end)) ?? true);
}

/** True where a quotation has begun that nothing ends: it may as well be a mention of its mark. */
export function isLeftOpen(text: string, span: Span): boolean {
  return isInMarks(text, span) || isFenced(text, span, false) || opensElement(paragraphBefore(text, span.start));
}

/** True if a line as a whole is set apart as a quotation. */
export function isQuotedLine(text: string, span: Span): boolean {
  return isSetApart(text, span.start) || isFenced(text, span, true) || isInElement(text, span);
}

/** True if a part of a text stands in a quotation, by any of the marks that people and models use. */
export function isQuoted(text: string, span: Span): boolean {
  return (
    isQuotedLine(text, span) ||
    isMark(text[span.start - 1]) ||
    isMark(text[span.end]) ||
    isInMarks(text, span)
  );
}
