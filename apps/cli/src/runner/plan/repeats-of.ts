import { readRange, type RepeatRange, type RepeatText } from '../../options/items/repeat.js';

/** The range of an option's value; undefined for a number of repeats. */
export function rangeOf(repeat: number | RepeatText): RepeatRange | undefined {
  return typeof repeat === 'number' ? undefined : readRange(repeat);
}

/** The most repeats that an option's value lets a case have. */
export function mostRepeats(repeat: number | RepeatText): number {
  return typeof repeat === 'number' ? repeat : (rangeOf(repeat)?.most ?? 1);
}

/** The repeats that each case has at the least. */
export function leastRepeats(repeat: number | RepeatText): number {
  return typeof repeat === 'number' ? repeat : (rangeOf(repeat)?.least ?? 1);
}
