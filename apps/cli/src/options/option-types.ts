import type { JsonObject } from '@assay/schema';
import { durationMs } from './duration.js';
import { chanceOf, dollars, durationText, noneEmpty, notEmpty, repeatable, seconds, share, shareBelow1, wholeNumber, wholeNumberOrAuto } from './text-values.js';

/** What values an option takes. Free of any library: the command line is declared before anything else is loaded. */
export interface OptionType<T> {
  /** What a value must be, as the end of a sentence: `a whole number >= 1`. */
  readonly expected: string;
  is(value: unknown): value is T;
  /**
   * Reads a value of the command line; absent for options that take none.
   * @throws InvalidArgumentError
   */
  fromText?(text: string, before?: T): T;
  /** What each item must be, for lists: an error names the one that is not. */
  readonly item?: Pick<OptionType<unknown>, 'is' | 'expected'> | undefined;
  /** The only texts that it takes, where there are few. */
  readonly choices?: readonly string[] | undefined;
}

/** Given or not. */
export const flag: OptionType<boolean> = {
  expected: 'true or false',
  is: (value): value is boolean => typeof value === 'boolean',
};

export const text: OptionType<string> = {
  expected: 'a text that is not empty',
  is: (value): value is string => typeof value === 'string' && value.trim() !== '',
  fromText: notEmpty,
};

/** Given or not, with a text that may follow. */
export const optionalText: OptionType<true | string> = {
  expected: 'true, or a text that is not empty',
  is: (value): value is true | string => value === true || text.is(value),
  fromText: notEmpty,
};

/**
 * Whether it is a list of such items alone. A place of it that was never filled, as in `Array(3)`, is an item that is nothing, and
 * `every()` passes over it.
 */
export function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && Array.from<unknown>(value).every(is);
}

/** May be given several times. */
export const texts: OptionType<readonly string[]> = {
  expected: 'a list of texts that are not empty',
  is: (value): value is readonly string[] => isListOf(value, text.is),
  item: text,
  fromText: repeatable,
};

/** Names that others gave, or globs on them: blanks around one may be part of it. */
export const names: OptionType<readonly string[]> = { ...texts, fromText: noneEmpty };

export function whole(least: number): OptionType<number> {
  return {
    expected: `a whole number >= ${least}`,
    is: (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= least,
    fromText: wholeNumber(least),
  };
}

/** A number of things at once, or as many as turn out to be right. */
export const wholeOrAuto: OptionType<number | 'auto'> = {
  expected: 'auto, or a whole number >= 1',
  is: (value): value is number | 'auto' => value === 'auto' || whole(1).is(value),
  fromText: (written) => (written.trim() === 'auto' ? 'auto' : wholeNumberOrAuto(written)),
};

/** A part of 1. */
export const fraction: OptionType<number> = {
  expected: 'a number from 0 to 1',
  is: (value): value is number => typeof value === 'number' && value >= 0 && value <= 1,
  fromText: share,
};

/** A part of 1 that is not all of it. */
export const fractionBelow1: OptionType<number> = {
  expected: 'a number from 0 up to below 1',
  is: (value): value is number => fraction.is(value) && value < 1,
  fromText: shareBelow1,
};

/** A probability of something that may happen, and may not. */
export const chance: OptionType<number> = {
  expected: 'a number above 0 and below 1',
  is: (value): value is number => fractionBelow1.is(value) && value > 0,
  fromText: chanceOf,
};

/** @param unit as it is read after "number of". */
export function amount(unit: 'seconds' | 'megabytes' | 'US dollars'): OptionType<number> {
  return {
    expected: `a number of ${unit} > 0`,
    is: (value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0,
    fromText: unit === 'US dollars' ? dollars : seconds,
  };
}

/** A time with its unit, or a number of seconds. */
export const duration: OptionType<number | string> = {
  expected: 'a time such as 30m, 90s or 1h30m, or a number of seconds > 0',
  is: (value): value is number | string => durationMs(value) !== undefined,
  fromText: durationText,
};

export function oneOf<const T extends string>(...choices: readonly T[]): OptionType<T> {
  return {
    expected: choices.join(' or '),
    is: (value): value is T => typeof value === 'string' && (choices as readonly string[]).includes(value),
    choices,
  };
}

/** A report that a run writes. */
export interface ReportRequest {
  /** Of the reporter. */
  readonly name: string;
  readonly file?: string | undefined;
  /** As they would stand in settings, in snake_case. */
  readonly options?: JsonObject | undefined;
}

function isReportRequest(value: unknown): value is string | ReportRequest {
  if (typeof value !== 'object' || value === null) return text.is(value);
  const { name, file, options = {} } = value as Readonly<Record<string, unknown>>;
  return text.is(name) && (file === undefined || text.is(file)) && typeof options === 'object' && options !== null;
}

/** Reports, each by the name of its reporter with its file, or written out. May be given several times. */
export const reportRequests: OptionType<readonly (string | ReportRequest)[]> = {
  expected: 'a list of reports, each as NAME=FILE or { name, file, options }',
  is: (value): value is readonly (string | ReportRequest)[] => isListOf(value, isReportRequest),
  item: { is: isReportRequest, expected: 'a report, as NAME=FILE or { name, file, options }' },
  fromText: (written, before = []) => [...before, ...repeatable(written)],
};
