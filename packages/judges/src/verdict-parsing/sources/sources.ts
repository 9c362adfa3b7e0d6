import { holdsText, placesOf } from '@assay/schema';
import { decodedParts } from './decoded-parts.js';
import { words, wordsAlone } from './words.js';

/** Texts that a judge was shown, to tell what it repeats of them. */
export interface Sources {
  /** True if a text repeats a part of one of them, whatever its spacing, letter case and quotation marks. */
  hold(text: string): boolean;
  /** True if one of them has the same words in the same order, whatever stands between them. */
  holdFreely(text: string): boolean;
  /** True if one of them has the text as it is, but for the letter case. */
  holdLiterally(text: string): boolean;
  /**
   * True if the line, at the end of `before`, is repeated together with what stands before it in one
   * of them.
   */
  holdWithContext(before: string, line: string): boolean;
}

/** Characters before a line that have to be the same for it to be a quotation with its context. */
const CONTEXT = 32;
const SHORTEST_CONTEXT = 8;

/** Makes the texts searchable. An empty part stands nowhere. */
export function createSources(shown: readonly string[]): Sources {
  let read: readonly string[] | undefined;
  let readFreely: readonly string[] | undefined;
  const texts = (): readonly string[] => shown.flatMap((text) => [text, ...decodedParts(text)]);
  const sources = (): readonly string[] => (read ??= texts().map(words));
  const freely = (): readonly string[] => (readFreely ??= sources().map(wordsAlone));

  return {
    hold: (text) => {
      const part = words(text);
      return part.trim() !== '' && sources().some((source) => holdsText(source, part));
    },
    holdFreely: (text) => {
      const part = wordsAlone(words(text));
      return part.trim() !== '' && freely().some((source) => holdsText(source, part));
    },
    holdLiterally: (text) => {
      const part = text.toLowerCase();
      return shown.some((source) => holdsText(source.toLowerCase(), part));
    },
    holdWithContext(before, line) {
      const lead = words(before.slice(-CONTEXT * 40)).trimEnd();
      const part = words(line);
      return sources().some((source) =>
        [...placesOf(source, part)].some((index) => {
          const context = source.slice(Math.max(0, index - CONTEXT), index);
          if (context.trim() === '' || !lead.endsWith(context)) return false;
          // Few characters may be the same by chance, unless they too stand where a quotation begins.
          return context.trim().length >= SHORTEST_CONTEXT || /[":]$/u.test(lead.slice(0, -context.length));
        }),
      );
    },
  };
}
