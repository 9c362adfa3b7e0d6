import { refuse } from './require-number.js';

/** @throws {RangeError} unless `value` is a list, or a typed array: a text, which has a length too, is none */
export function requireList(name: string, value: unknown): void {
  const isList = typeof value === 'object' && value !== null && Number.isSafeInteger((value as ArrayLike<unknown>).length);
  if (!isList) refuse(name, value, 'a list');
}

/** As {@link requireList} for lists that are gone through with the methods of arrays. @throws {RangeError} */
export function requireArray(name: string, value: unknown): void {
  if (!Array.isArray(value)) refuse(name, value, 'an array');
}

/** @throws {RangeError} unless `value` is an object */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) refuse(name, value, 'an object');
}

/** As {@link requireObject} for an item of a long list. @throws {RangeError} naming `list[index]` */
export function requireObjectAt(list: string, index: number, value: unknown): void {
  if (typeof value !== 'object' || value === null) requireObject(`${list}[${index}]`, value);
}

/** @throws {RangeError} unless `value` is an array of objects */
export function requireObjects(name: string, value: readonly unknown[]): void {
  requireArray(name, value);
  for (let index = 0; index < value.length; index += 1) requireObjectAt(name, index, value[index]);
}

/** @throws {RangeError} unless `value` is an array of texts */
export function requireTexts(name: string, value: readonly string[]): void {
  requireArray(name, value);
  for (let index = 0; index < value.length; index += 1) if (typeof value[index] !== 'string') refuse(`${name}[${index}]`, value[index], 'a text');
}

/** What belongs together goes by such a name. @throws {RangeError} unless item `index` of the list has one, or none at all */
export function requireNameAt(list: string, index: number, field: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string' && typeof value !== 'number') refuse(`${list}[${index}].${field}`, value, 'a text or a number');
}

/** @throws {RangeError} unless `value` is one of the choices */
export function requireOneOf(name: string, value: unknown, choices: readonly (string | number)[]): void {
  if (!choices.includes(value as string)) refuse(name, value, choices.join(', '));
}
