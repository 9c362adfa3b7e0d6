import { bareClaim, type PlacedClaim } from './claim.js';

/** Marks of Markdown quotations and indents are looked at elsewhere: see `isQuoted`. */
const LEAD = /[\s>*_#•·+–-]{0,20}(?:\d{1,2}[.)]\s{0,5}[*_]{0,3})?/u.source;
const NAME = /(?:(?:so|thus|therefore|the|my|overall|final),?\s){0,3}classification/u.source;
const LABEL = new RegExp(`^${LEAD}${NAME}(?:\\sis)?[*_]{0,3}\\s{0,5}[:=：](.*)$`, 'iu');
/** The label as a heading of its own. */
const HEADING = new RegExp(`^\\s{0,3}(?:#{1,6}\\s+[*_]{0,3}|[*_]{2,3})(?:\\d{1,2}[.)]\\s+)?${NAME}[*_]{0,3}\\s*$`, 'iu');

/** What stands after the label on its line; empty for a heading, undefined without a label. */
function valueOf(line: string): string | undefined {
  return HEADING.test(line) ? '' : LABEL.exec(line)?.[1];
}

interface Line {
  readonly text: string;
  readonly start: number;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const at = start;
    start += line.length + 1;
    return { text: line, start: at };
  });
}

function clean(value: string): string {
  const text = value.replaceAll(/[*`]|\\(?=_)/gu, '').trim();
  return /[A-Za-z]\.$/u.test(text) ? text.slice(0, -1) : text;
}

/**
 * Claims written as a line `Classification: …`, with or without Markdown emphasis. The value may
 * stand on the next line, if that one ends the reply.
 * @param text the reply with blanks for what makes no labelled claims.
 * @param whole the reply itself, of which the last line is distinguished.
 */
export function labelledClaims(text: string, whole: string): readonly PlacedClaim[] {
  const lines = linesOf(text).filter((line) => line.text.trim() !== '');
  const lastStart = linesOf(whole).findLast((line) => line.text.trim() !== '')?.start;
  return lines.flatMap((line, index): readonly PlacedClaim[] => {
    const found = valueOf(line.text);
    if (found === undefined) return [];
    const next = lines[index + 1];
    const inline = clean(found);
    const valueLine = inline === '' ? next : line;
    if (!valueLine || (valueLine === next && (next.start !== lastStart || valueOf(next.text) !== undefined))) return [];
    const value = valueLine === line ? inline : clean(valueLine.text);
    return [
      {
        ...bareClaim(value),
        start: line.start,
        end: valueLine.start + valueLine.text.length,
        marks: [`classification: ${value}`],
        closing: valueLine.start === lastStart,
      },
    ];
  });
}
