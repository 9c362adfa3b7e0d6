import { RECHECKS } from '../../options/items/recheck.js';
import type { EffectiveOptions } from '../../options/option-values.js';
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

/** How often single cases of a run are asked again; undefined for a run that asks none again. */
export function rechecksOf(options: EffectiveOptions): number | undefined {
  const said = options.of('recheck');
  if (said === undefined || said === false) return undefined;
  return said === true ? RECHECKS : said;
}
