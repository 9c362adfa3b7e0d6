import { resolve } from 'node:path';
import type { GivenPrompt } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

/** Prompts of the options: texts, or files with `@` in front. @param words how errors name options. Default: as on the command line. */
export function givenPrompts(written: readonly string[], cwd: string, words?: OptionWords): readonly GivenPrompt[] {
  const place = wordsOf({ words }).say('prompts');
  return written.map((text) => (text.startsWith('@') ? { file: resolve(cwd, text.slice(1)) } : { text, place }));
}
