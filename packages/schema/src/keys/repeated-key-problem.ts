import { duplicateKey } from './duplicate-key.js';

/**
 * Why a line of JSON that somebody may have edited says two things: it has a key twice, of which parsing keeps the last without a word.
 * Undefined where it says one.
 * @param value what the line was parsed to
 */
export function repeatedKeyProblem(line: string, value: unknown): string | undefined {
  try {
    const repeated = duplicateKey(line, value);
    return repeated && `the key ${JSON.stringify(repeated.key)} stands here a second time`;
  } catch (error) {
    if (error instanceof RangeError) return 'this line is nested too deeply';
    throw error;
  }
}
