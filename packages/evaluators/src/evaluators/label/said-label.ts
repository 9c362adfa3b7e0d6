import { composedText, placesOf } from '@assay/schema';
import { wordPlaces } from '../../point-functions/texts/has-word.js';
import { foldCase } from '../../texts/fold-case.js';
import { labelKey } from './bare-label.js';

const NUMBER_BEFORE = /(?:\p{N}[.,]|(?:^|[^\p{L}\p{N}\p{M}])[-−])$/u;
const NUMBER_AFTER = /^[.,]\p{N}/u;

/** Whether a number is only a part of another one, as the 1 of `1.5` and of `-1`. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end);
  return (/^\p{N}/u.test(word) && NUMBER_BEFORE.test(text.slice(Math.max(0, start - 3), start))) || (/\p{N}$/u.test(word) && NUMBER_AFTER.test(text.slice(end, end + 3)));
}

/** Where a label stands in a text by itself, as a word and a whole number. */
function* standsAt(text: string, label: string): Generator<number> {
  for (const start of wordPlaces(text, label)) if (!isPartOfNumber(text, start, start + label.length)) yield start;
}

/** The places of a label at which a longer one has it within itself, as `not spam` has `spam`. */
function placesWithin(text: string, label: string, labels: readonly string[]): ReadonlySet<number> {
  const longer = labels.filter((other) => other.length > label.length);
  return new Set(longer.flatMap((other) => {
    const offsets = [...placesOf(other, label)];
    return offsets.length === 0 ? [] : [...standsAt(text, other)].flatMap((start) => offsets.map((offset) => start + offset));
  }));
}

function standsAlone(text: string, label: string, labels: readonly string[]): boolean {
  let within: ReadonlySet<number> | undefined;
  for (const start of standsAt(text, label)) {
    within ??= placesWithin(text, label, labels);
    if (!within.has(start)) return true;
  }
  return false;
}

/** The label that a reply says: the whole of it, else the only one that stands in it. Undefined for none, or several. */
export function saidLabel(text: string, labels: readonly string[]): string | undefined {
  const bare = labelKey(text);
  const whole = labels.find((label) => labelKey(label) === bare);
  if (whole !== undefined) return whole;
  const folded = foldCase(text);
  const words = labels.map((label) => foldCase(composedText(label)));
  const inside = labels.filter((_, index) => standsAlone(folded, words[index] ?? '', words));
  return inside.length === 1 ? inside[0] : undefined;
}
