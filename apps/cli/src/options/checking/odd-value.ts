import { describeValue } from '@assay/schema';

/** What a value must be. */
export interface ValueForm {
  readonly is: (value: unknown) => boolean;
  /** What is allowed, as in "must be …". */
  readonly expected: string;
  /** What each item must be where a list is given. */
  readonly item?: ValueForm | undefined;
}

/**
 * What is wrong with a value that is not of its form. Of a list it is the first item that is not: `files[1] must be …`, since of
 * the list itself there is only to say that it is one.
 */
export function oddValue(name: string, { expected, item }: ValueForm, value: unknown): string {
  if (item && Array.isArray(value)) {
    const index = value.findIndex((each) => !item.is(each));
    if (index !== -1) return oddValue(`${name}[${index}]`, item, value[index]);
  }
  return `${name} must be ${expected}, not ${describeValue(value)}`;
}
