import { HIDDEN, NEEDED } from './hidden-marks.js';

const ESCAPE = '\u001B';

/**
 * What Assay itself sends to a terminal (colours, but nothing that hides text; moves within the lines that it redraws), or else a character that must
 * not get there.
 */
function ownOrHidden(): RegExp {
  return new RegExp(
    String.raw`(?<own>${ESCAPE}\[(?:(?:[0-479]|2[2-9]|[349][0-79]|10[0-7])?m|\d*[A-DG]|0?J|[0-2]?K|\?25[hl])|\r)|(?=${HIDDEN})(?!${NEEDED})[^]`,
    'gu',
  );
}

/** Made when it is first needed: most output has nothing of that in it, and making it takes longer than writing that. */
let pattern: RegExp | undefined;
/** What may be one of them, recognized at once. */
const PERHAPS = new RegExp(String.raw`(?![\t\n])${HIDDEN}`, 'u');

function codeOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

/**
 * The last gate before a terminal, a pipe or a log: whatever a file, a reply or a name brought along that could move the
 * cursor, turn the direction of reading or write elsewhere stands there as a code. In JSON the codes mean the same.
 * @param styled True if Assay colours and redraws what it writes here.
 */
export function printable(text: string, styled: boolean): string {
  if (!PERHAPS.test(text)) return text;
  pattern ??= ownOrHidden();
  return text.replaceAll(pattern, (found, own: string | undefined, offset: number) => {
    if (own === '\r' && (styled || text[offset + 1] === '\n')) return own;
    if (own === undefined) return codeOf(found);
    return styled ? own : `${codeOf(own.slice(0, 1))}${own.slice(1)}`;
  });
}
