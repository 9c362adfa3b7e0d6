import { cleanText } from './clean-text.js';
import { truncateText } from './truncate-text.js';

/** Columns of the longest text that is shown: the rest stands in the row. */
const LONGEST = 1000;

/** What a reply, a program or a judge had a say in, as it is shown: without control characters, and never a flood. */
export function shownText(text: string): string {
  return truncateText(cleanText(text), LONGEST);
}
