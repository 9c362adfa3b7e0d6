import { describeValue, isJsonObject } from '@assay/schema';

/** What a value must be. */
export interface ValueForm {
  readonly is: (value: unknown) => boolean;
  /** What is allowed, as in "must be …". */
  readonly expected: string;
  /** What each item must be where a list is given. */
  readonly item?: ValueForm | undefined;
  /** What each field must be where an object is given. */
  readonly field?: ValueForm | undefined;
}

/** A value as an error shows it. A program may hand over what no file can hold, such as a `Set`, which "a mapping" would not tell. */
function describeGiven(value: unknown): string {
  if (!isJsonObject(value)) return describeValue(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const maker: unknown = prototype === null || prototype === Object.prototype ? undefined : value.constructor;
  return typeof maker === 'function' && maker.name !== '' && maker.name !== 'Object' ? `an object of the class ${maker.name}` : describeValue(value);
}

/**
 * What is wrong with a value that is not of its form. Of a list it is the first item that is not: `files[1] must be …`, since of
 * the list itself there is only to say that it is one. The same holds for the fields of an object: `env.PORT must be …`.
 */
export function oddValue(name: string, { expected, item, field }: ValueForm, value: unknown): string {
  if (item && Array.isArray(value)) {
    const index = value.findIndex((each) => !item.is(each));
    if (index !== -1) return oddValue(`${name}[${index}]`, item, value[index]);
  }
  if (field && isJsonObject(value)) {
    const odd = Object.entries(value).find(([, each]) => !field.is(each));
    if (odd) return oddValue(`${name}.${odd[0]}`, field, odd[1]);
  }
  return `${name} must be ${expected}, not ${describeGiven(value)}`;
}
