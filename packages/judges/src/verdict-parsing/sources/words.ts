import { normalizedText } from '@assay/schema';

/** Cyrillic and Greek letters that look like Latin ones, and those that they look like. */
const ALIKE: Readonly<Record<string, string>> = {
  а: 'a', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', о: 'o', р: 'p', ѕ: 's', т: 't', у: 'y', х: 'x', ԝ: 'w', ʏ: 'y',
  α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ʟ: 'l', ı: 'i', ɑ: 'a', ɡ: 'g',
};

/** Characters that make the form of an answer. */
const FORM = /([":=,<>{}[\]/])/gu;

/**
 * A text in a form that is the same for all that a reader would call the same: words in lower case
 * without accents and emphasis, and the signs that JSON, tags and labels are made of, each with a
 * blank on both sides. Other punctuation is left out.
 */
export function words(text: string): string {
  const plain = normalizedText(text.replaceAll(/\\[nrt]/gu, ' '), 'NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[\u0370-\u052f\u0131\u0251\u0261\u028f\u029f]/gu, (letter) => ALIKE[letter] ?? letter)
    .replaceAll(/["'“”„‟‘’‚‛«»‹›]/gu, '"')
    // Markdown quotations and list items are not what they quote.
    .replaceAll(/^[\s>]+/gmu, ' ')
    // 1.0 is 1, and 0.50 is 0.5.
    .replaceAll(/(?<=\d)\.0+(?!\d)|(?<=\d\.\d{0,20}[1-9])0+(?!\d)/gu, '')
    .replaceAll(/(?<=\d)\.(?=\d)/gu, 'p')
    .replaceAll(FORM, ' $1 ')
    .replaceAll(/(?<=[a-z0-9])(?=[^\P{L}a-z])|(?<=[^\P{L}a-z])(?=[a-z0-9])/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}":=,<>{}[\]/]+/gu, ' ');
  return ` ${plain.trim()} `;
}

/** The words alone, of a text in the form of {@link words}. */
export function wordsAlone(text: string): string {
  return ` ${text.replaceAll(FORM, ' ').replaceAll(/ +/gu, ' ').trim()} `;
}
