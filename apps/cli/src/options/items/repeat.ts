import { InvalidArgumentError } from 'commander';
import { defineOption } from '../define-option.js';
import { whole, type OptionType } from '../option-types.js';

/** How often every case runs: so often, or from so often until it is decided. */
export interface RepeatRange {
  readonly least: number;
  readonly most: number;
}

/** A range as it is written. */
export type RepeatText = `${number}..${number}`;

const FORM = /^(?<least>[1-9]\d{0,5})\.\.(?<most>[1-9]\d{0,5})$/u;

/** Nobody asks a case more often, and a slip of the finger would be planned for hours. */
const MOST_TIMES = 1_000_000;

/** Looks beyond some fifty cost seconds of arithmetic, and each of them decides next to nothing. */
const MOST = 50;

/** The range that a text says, as `3..10`; undefined for a text that is none, or whose ends do not ascend. */
export function readRange(text: string): RepeatRange | undefined {
  const { least, most } = FORM.exec(text.trim())?.groups ?? {};
  const range = { least: Number(least), most: Number(most) };
  return range.least < range.most && range.most <= MOST ? range : undefined;
}

const EXPECTED = `a whole number from 1 to 1,000,000, or a range such as 3..10 that ascends, up to ${MOST}`;

const repeats: OptionType<number | RepeatText> = {
  expected: EXPECTED,
  is: (value): value is number | RepeatText => (typeof value === 'string' ? readRange(value) !== undefined : whole(1).is(value) && value <= MOST_TIMES),
  fromText(written) {
    const value = readRange(written) ? written.trim() : Number(written);
    if (!repeats.is(value)) throw new InvalidArgumentError(`It must be ${EXPECTED}.`);
    return value;
  },
};

/** How often every case runs. */
export const repeat = defineOption(repeats, {
  group: 'pace',
  flags: '--repeat <n>',
  description: 'run every case this many times; 3..10: from 3 to 10 times, until it is decided',
  setting: 'repeat',
  default: 1,
});
