import { InvalidArgumentError } from 'commander';
import { durationMs } from './duration.js';

function parse(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** A whole number ≥ `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = parse(text);
    if (!Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} up.`);
    }
    return value;
  };
}

/** A whole number from 1, where `auto` was possible too. */
export function wholeNumberOrAuto(text: string): number {
  const value = parse(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be auto, or a whole number from 1 up.');
  return value;
}

/** A number in [0, 1] that is allowed; `80%` is 0.8. */
function partOfOne(text: string, isAllowed: (value: number) => boolean, expected: string): number {
  const percent = text.trim().endsWith('%');
  const value = parse(percent ? text.trim().slice(0, -1) : text) / (percent ? 100 : 1);
  if (!(value >= 0 && value <= 1 && isAllowed(value))) throw new InvalidArgumentError(`It must be ${expected}.`);
  return value;
}

/** A number in [0, 1]. */
export const share = (text: string): number => partOfOne(text, () => true, 'a number from 0 to 1, or a percentage such as 80%');

/** A number in [0, 1). */
export const shareBelow1 = (text: string): number => partOfOne(text, (value) => value < 1, 'a number from 0 up to below 1, or a percentage such as 2%');

/** A number in (0, 1). */
export const chanceOf = (text: string): number => partOfOne(text, (value) => value > 0 && value < 1, 'a number above 0 and below 1, or a percentage such as 5%');

/** Seconds > 0. */
export function seconds(text: string): number {
  const value = parse(text.trim().replace(/s$/u, ''));
  if (!(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError('It must be a number of seconds above 0.');
  }
  return value;
}

/** US dollars > 0; `$5` is 5. */
export function dollars(text: string): number {
  const value = parse(text.trim().replace(/^\$/u, ''));
  if (!(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError('It must be a number of US dollars above 0.');
  }
  return value;
}

/** A time, as it is written. */
export function durationText(text: string): string {
  if (durationMs(text) === undefined) throw new InvalidArgumentError('It must be a time above 0, such as 30m, 90s or 1h30m.');
  return text.trim();
}

/** A port of this machine, 1 to 65535. */
export function portNumber(text: string): number {
  const value = parse(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) throw new InvalidArgumentError('It must be a whole number from 1 to 65535.');
  return value;
}

/** A text that says something: what a script hands over from a variable that is not set would be the folder that it runs in. */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** Several of those, as they are written. */
export function noneEmpty(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, notEmpty(text)];
}

/** Collects an option that may be given several times. */
export function repeatable(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, notEmpty(text).trim()];
}
