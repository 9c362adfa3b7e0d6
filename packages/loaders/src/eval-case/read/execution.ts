import {
  checkKeys,
  describeKind,
  describeValue,
  type GradingKeys,
  isJsonObject,
  type NormalizeContext,
  reportError,
  type ValuePath,
} from '@assay/schema';
const KEYS: ReadonlySet<string> = new Set(['target', 'evaluators']);

const GRADING: GradingKeys = { read: ['evaluators'], how: 'write evaluators: and a list of - type: …' };

/** The target that an `execution` block names, or undefined. Its evaluators are read elsewhere. */
export function readTarget(context: NormalizeContext, raw: unknown, path: ValuePath): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!isJsonObject(raw)) {
    reportError(context, path, `execution must be a mapping, not ${describeKind(raw)}`, {
      hint: 'write execution: { target: NAME }',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KEYS, {}, GRADING);
  const { target } = raw;
  if (target === undefined || target === null) return undefined;
  if (typeof target === 'string' && target.trim() !== '') return target;
  reportError(context, [...path, 'target'], `execution.target must be the name of a target, not ${describeValue(target)}`, {
    hint: 'name a target of the targets file, or write provider:model',
  });
  return undefined;
}
