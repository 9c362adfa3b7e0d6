import { UnscoredError, type EvalCase } from '@assay/schema';
import { comparedTexts } from './compared-texts.js';
import { quotedText } from './quoted-text.js';

/** A text that a reply is compared with, and its words. */
interface ComparedWords {
  readonly text: string;
  readonly words: readonly string[];
}

/**
 * The words of what a reply is compared with; a text that has none is left out, since no reply could share any with it.
 * @throws UnscoredError (config) when no text has a word.
 */
export function comparedWords(
  value: string | readonly string[] | undefined,
  evalCase: EvalCase,
  split: (text: string) => readonly string[],
): readonly [ComparedWords, ...ComparedWords[]] {
  const texts = comparedTexts(value, evalCase);
  const [first, ...rest] = texts.map((text) => ({ text, words: split(text) })).filter(({ words }) => words.length > 0);
  if (first !== undefined) return [first, ...rest];
  throw new UnscoredError(`there is nothing to compare with: ${quotedText(texts[0])} has no words, only signs or spaces`, {
    reason: 'config',
    hint: 'give a reference with words, or compare letters with levenshtein or exact_match',
  });
}
