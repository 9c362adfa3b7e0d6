import { resolve } from 'node:path';
import type { GivenPrompt } from '@assay/schema';

/** Prompts of the command line: texts, or files with `@` in front. */
export function givenPrompts(written: readonly string[], cwd: string): readonly GivenPrompt[] {
  return written.map((text) => (text.startsWith('@') ? { file: resolve(cwd, text.slice(1)) } : { text }));
}
