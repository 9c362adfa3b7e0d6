import type { PlacedClaim } from './claim.js';
import { isInMarks, isQuotedLine } from './is-quoted.js';
import { closesUnopened } from './quotation-marks.js';
import type { Sources } from './sources.js';

/** Words by which a judge leads to a grade of its own … */
const OWN = /grade|verdict|conclu|classif|klassifi|rating|assess|judg|evalua|évalu|final|overall|fazit|bewertung|urteil|veredic|calific/iu;
/** … and those by which it leads to what another said. */
const OTHERS = /response|answer|candidate|reply|repl(?:y|ies)|text|output|message|\bsa(?:ys|id)\b|states|claims|reads|w?r[io]te|antwort|réponse|respuesta|risposta|resposta/iu;

/** A Markdown quotation to which the next line still belongs. */
const LAZY_QUOTE = /(?:^|\n) {0,3}>[^\n]*\n$/u;

/**
 * True if the line before leads to a quotation: one that it belongs to, a heading of it, or a line that
 * ends in a colon and does not speak of a grade.
 */
function isLedTo(before: string): boolean {
  const line = before.trimEnd().split('\n').at(-1) ?? '';
  if (LAZY_QUOTE.test(before)) return true;
  const lead = line.replaceAll(/[*_`#]/gu, '').trimEnd();
  const isHeading = /^\s*(?:#{1,6}\s|\*\*|__)/u.test(line);
  if (isHeading && OTHERS.test(lead)) return true;
  return /[:：]$/u.test(lead) && (OTHERS.test(lead) || !OWN.test(lead));
}

/**
 * True if the labelled line that ends a reply is the end of a quotation rather than the judge's own.
 * What the candidate wrote decides nothing here by itself: it could write the line of an honest
 * judge. The line is a quotation if it is marked as one, or if it repeats what the judge was shown
 * in a place where one quotes: after quotation marks that are still open, led to by a colon, or
 * together with the words that stand before it there.
 */
export function isQuotedClosing(text: string, claim: PlacedClaim, sources: Sources): boolean {
  const before = text.slice(0, claim.start);
  if (isQuotedLine(text, claim) || closesUnopened(text.slice(claim.start, claim.end))) return true;
  const line = claim.marks[0] ?? '';
  if (!sources.hold(line)) return false;
  return isInMarks(text, claim.start) || isLedTo(before) || sources.holdWithContext(before, line);
}
