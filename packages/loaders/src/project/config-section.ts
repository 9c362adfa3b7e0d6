import type * as v from 'valibot';
import {
  checkWithSchema,
  compileGlob,
  describeKind,
  describeValue,
  isJsonObject,
  type NormalizeContext,
  reportError,
  UsageError,
  type ValuePath,
} from '@assay/schema';

function labelOf(path: ValuePath): string {
  return path.map(String).join('.');
}

/** A section of a project configuration checked by its schema; undefined when it is absent or wrong. */
export function readSection<TSchema extends v.GenericSchema>(
  context: NormalizeContext,
  value: unknown,
  path: ValuePath,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  if (value === undefined || value === null) return undefined;
  const label = labelOf(path);
  if (!isJsonObject(value)) {
    reportError(context, path, `${label} must be a mapping, not ${describeKind(value)}`);
    return undefined;
  }
  const before = context.tally.errors;
  const checked = checkWithSchema(context, { schema, value, path, label: `${label}: ` });
  return context.tally.errors > before ? undefined : (checked as v.InferOutput<TSchema>);
}

/** A list as it stands in the file; one text counts as a list of one. Undefined when it is absent or no list. */
export function readList(
  context: NormalizeContext,
  value: unknown,
  path: ValuePath,
  what = 'strings',
): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.length > 0) return list as readonly unknown[];
  reportError(
    context,
    path,
    `${labelOf(path)} must be a list of ${what}, not ${Array.isArray(list) ? 'an empty list' : describeKind(value)}`,
  );
  return undefined;
}

/** A list of texts that are not empty; one text counts as a list of one. */
export function readTexts(context: NormalizeContext, value: unknown, path: ValuePath): readonly string[] | undefined {
  const list = readList(context, value, path);
  return list?.flatMap((item, index) => {
    if (typeof item === 'string' && item !== '') return [item];
    reportError(context, [...path, index], `each entry of ${labelOf(path)} must be a string, not ${describeValue(item)}`);
    return typeof item === 'string' ? [item] : [];
  });
}

/** A list of globs on paths; undefined when nothing is written. */
export function readGlobs(context: NormalizeContext, value: unknown, path: ValuePath): readonly string[] | undefined {
  return readTexts(context, value, path)?.filter((glob, index) => {
    try {
      compileGlob(glob, { paths: true });
      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      reportError(context, [...path, index], error.message, { hint: error.hint });
      return false;
    }
  });
}
