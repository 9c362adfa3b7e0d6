import { bareClaim, type PlacedClaim } from './claim.js';

/** Marks of Markdown quotations and indents are looked at elsewhere: see `isQuoted`. */
const LABEL = /^([\s>*_#-]{0,20}(?:final )?classification[*_]{0,3}\s{0,5}[:=：])(.*)$/iu;

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
  const text = value.replaceAll(/[*`]/gu, '').trim();
  return /[A-Za-z]\.$/u.test(text) ? text.slice(0, -1) : text;
}

/**
 * Claims written as a line `Classification: …`, with or without Markdown emphasis. The value may
 * stand on the next line, if that one ends the reply.
 * @param text the reply with blanks for what makes no labelled claims.
 * @param whole the reply itself, of which the last line is told apart.
 */
export function labelledClaims(text: string, whole: string): readonly PlacedClaim[] {
  const lines = linesOf(text).filter((line) => line.text.trim() !== '');
  const lastStart = linesOf(whole).findLast((line) => line.text.trim() !== '')?.start;
  return lines.flatMap((line, index): readonly PlacedClaim[] => {
    const found = LABEL.exec(line.text);
    if (!found) return [];
    const next = lines[index + 1];
    const inline = clean(found[2] ?? '');
    const valueLine = inline === '' ? next : line;
    if (!valueLine || (valueLine === next && next.start !== lastStart)) return [];
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
