import { normalizedText } from '@assay/schema';

/** FNV-1a over UTF-16 units, finished so that the low bits depend on the whole text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const GRAM = 3;

/** What a text is recognized by: its words, and the three-letter pieces of each word with its ends. */
function features(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    found.set(feature, (found.get(feature) ?? 0) + weight);
  };
  const plain = normalizedText(text, 'NFKC').toLowerCase();
  const words = plain.match(WORDS) ?? [];
  for (const word of words) {
    add(`word ${word}`, 1);
    const letters = ['^', ...word, '$'];
    const grams = Math.max(1, letters.length - GRAM + 1);
    // Alone, all pieces of a word make a vector as long as the word itself.
    for (let start = 0; start < grams; start++) {
      add(`gram ${letters.slice(start, start + GRAM).join('')}`, 1 / Math.sqrt(grams));
    }
  }
  // A text without words is told by its characters, so that its vector has a length too.
  if (words.length === 0) add(`text ${plain.trim()}`, 1);
  return found;
}

/**
 * A vector of a text without any model: words and parts of words, each hashed to a place and a sign.
 * Texts with the same words are close, whatever their order, case or punctuation, and words that are
 * written alike are somewhat close; meaning is not known. Always the same for the same text, of
 * length (L2 norm) 1.
 * @param dimensions Whole number ≥ 1.
 */
export function hashedVector(text: string, dimensions: number): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const [feature, weight] of features(text)) {
    const code = hash(feature);
    const place = (code >>> 1) % dimensions;
    vector[place] = (vector[place] ?? 0) + (code % 2 === 0 ? weight : -weight);
  }
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (norm === 0) return vector.with(hash(text) % dimensions, 1);
  return vector.map((value) => value / norm);
}
