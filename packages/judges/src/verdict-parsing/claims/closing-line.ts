import type { PlacedClaim } from './claim.js';
import { isLeftOpen, isQuotedLine } from '../quotation/is-quoted.js';
import { closesUnopened } from '../quotation/quotation-marks.js';
import type { Sources } from '../sources/sources.js';

/** Words by which a judge leads to a grade of its own, in the languages that judges write most, … */
const OWN =
  /grade|verdict|conclu|kon[ck]lu|cla[s]{0,2}if|kla[s]{1,2}[iy]f|rating|result|assess|judg|evalua|évalu|final|overall|summary|fazit|bewert|beurteil|urteil|einstufung|vered|calific|valuta|giudi|avali|ocen|ocena|werdykt|wnios|oordeel|slutsats|bedöm|betyg|sonuç|değerlendir|вывод|итог|оцен|классиф|вердикт|заключ|结论|結論|评级|评分|評価|判定|分类|分類|总结|まとめ|결론|평가|판정|분류|الخلاصة|التقييم|التصنيف|الحكم|निष्कर्ष|मूल्यांकन|वर्गीकरण/iu;
/** … those that say that it is its own, … */
const MINE = /\b(?:my|mine|i|our|we|mein\w*|ich|unser\w*|mon|ma|mes|je|notre|nous|mi|mio|mia|yo|nuestr[ao]|il mio|minha|meu|eu|mijn|ik|moja|mój|min|mitt|benim)\b|мо[йяеё]|(?<!\p{L})я(?!\p{L})|我|私|제|나의|मेरा|मेरी/iu;
/** … and those by which it leads to what another said. */
const OTHERS =
  /response|answer|candidate|\breply|\brepl(?:y|ies)|text|output|message|quot|\bsa(?:ys|id)\b|states|claims|reads|w?r[io]te|\b(?:it|its|itself|he|she|they|their|them|this system|the (?:model|system|author|user|assistant))\b|\b(?:ends?|closes|concludes|finishes|gives|assigns|awards)\b|antwort|\b(?:es|er|sie|sich|selbst|endet|lautet|schreibt|sagt)\b|réponse|\b(?:il|elle|lui|se|sa|son|dit)\b|respuesta|\b(?:su|dice)\b|risposta|resposta|\b(?:sé|si|suo|sua|dice)\b|ответ|себе|себя|он[аои]?(?!\p{L})|回答|回复|自己|它|其|답변|자신|الإجابة|उत्तर/iu;
/** The words before a label that say whose it is: the last part of the sentence. */
const LAST_PART = /[^,;.。，；!?]*$/u;
/** Most characters of a line that are looked at for them. */
const LONGEST_PART = 1000;

/** A Markdown quotation to which the next line still belongs. */
const LAZY_QUOTE = /(?:^|\n) {0,3}>[^\n]*\n$/u;
/** The end of a sentence that is not over: what comes next is what was said. */
const GOES_ON = /(?:[—–-]|=>|->|→|\b(?:with|says|said|reads|writes|wrote|states|claims|mit|lautet|schreibt|sagt|avec|dit|con|dice|com|diz|met|zegt))$/iu;

/**
 * True if words that lead to a line speak of a grade that is the judge's own. To say whose it is, the
 * last part of their sentence is enough.
 */
function isOwnLead(lead: string): boolean {
  const part = LAST_PART.exec(lead.slice(-LONGEST_PART).replace(/[\s:：]+$/u, ''))?.[0] ?? '';
  if (!OWN.test(part)) return false;
  return MINE.test(part) || !OTHERS.test(part);
}

/**
 * True if the line before leads to a quotation: one that it belongs to, a sentence that does not end, or
 * a heading or a line that ends in a colon and does not speak of a grade of the judge's own.
 */
function isLedTo(before: string): boolean {
  const line = before.trimEnd().split('\n').at(-1) ?? '';
  if (LAZY_QUOTE.test(before)) return true;
  const lead = line.replaceAll(/[*_`#]/gu, '').trim();
  const isHeading = /^\s*(?:#{1,6}\s|(?:\*\*|__)[^*]+(?:\*\*|__)\s*$)/u.test(line);
  if (isHeading || /[:：]$/u.test(lead)) return !isOwnLead(lead);
  return GOES_ON.test(lead);
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
  if (!sources.holdFreely(line)) return false;
  return isLeftOpen(text, claim) || isLedTo(before) || sources.holdWithContext(before, line);
}
