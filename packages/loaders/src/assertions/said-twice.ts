import { type NormalizeContext, reportError, type ValuePath } from '@assay/schema';

/** Two keys of a mapping that mean the same: which of them counts is not for us to say. */
export function reportSaidTwice(context: NormalizeContext, path: ValuePath, before: string, key: string): void {
  reportError(context, [...path, key], `${before} and ${key} are the same here`, { which: 'key', hint: 'give one of the two' });
}
