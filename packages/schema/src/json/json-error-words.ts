import { errorText } from '../errors/inspecting/error-text.js';

/**
 * What `JSON.parse` says is wrong, without the position, which is given separately where it is of use. An excerpt
 * from the middle of the text is left out: half of a key or a password that stands there could not be recognized.
 */
export function jsonErrorWords(error: unknown): string {
  const message = errorText(error);
  return message
    .replace(/ in JSON at position \d+.*$/su, '')
    .replace(/ \(line \d+ column \d+\)$/u, '')
    .replace(/, \.\.\.".*" ?(?:\.\.\. ?)?is not valid JSON$/su, '')
    .replace(/, \.\.\.".*$/su, '');
}
