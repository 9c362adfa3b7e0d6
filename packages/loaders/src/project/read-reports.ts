import {
  describeValue,
  isJsonObject,
  reportError,
  UsageError,
  type JsonObject,
  type NormalizeContext,
  type SourceLocation,
  type ValuePath,
} from '@assay/schema';

/** A report that somebody asks for. Whether there is a reporter of the name, and what options it takes, is not checked yet. */
export interface WrittenReport {
  /** Of the reporter. */
  readonly name: string;
  /** As it is written; undefined for standard output. */
  readonly file?: string | undefined;
  /** As they are written. */
  readonly options: JsonObject;
  /** Where it stands in a file of settings. */
  readonly location?: SourceLocation | undefined;
}

const FORM = 'NAME or NAME=FILE, e.g. csv=results.csv';

/**
 * Reads reports as the command line has them: `csv=results.csv`, several with commas between them.
 * @throws UsageError for what is none.
 */
export function parseReports(text: string): readonly WrittenReport[] {
  return text.split(',').map((part) => {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim();
    const file = equals < 0 ? undefined : part.slice(equals + 1).trim();
    if (name === '' || file === '') {
      throw new UsageError(`${JSON.stringify(part)} is no report`, { hint: `write ${FORM}` });
    }
    return { name, ...(file === undefined ? {} : { file }), options: {} };
  });
}

function readEntry(context: NormalizeContext, entry: unknown, path: ValuePath): readonly WrittenReport[] {
  const location = context.locate(path);
  if (typeof entry === 'string') {
    try {
      return parseReports(entry).map((report) => ({ ...report, location }));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      reportError(context, path, `reports: ${error.message}`, { hint: error.hint });
      return [];
    }
  }
  if (!isJsonObject(entry)) {
    reportError(context, path, `each of reports must be text or a mapping with a name, not ${describeValue(entry)}`, { hint: `write ${FORM}, or name:, file: and options` });
    return [];
  }
  const { name, file, ...options } = entry;
  if (typeof name !== 'string' || name.trim() === '') {
    reportError(context, path, 'a report needs the name of a reporter', { hint: 'add name:, e.g. name: csv' });
    return [];
  }
  if (file !== undefined && (typeof file !== 'string' || file.trim() === '')) {
    reportError(context, [...path, 'file'], `file must be a path, not ${describeValue(file)}`);
    return [];
  }
  return [{ name: name.trim(), ...(file === undefined ? {} : { file: file.trim() }), options, location }];
}

/** `reports:` of settings: one report or a list of them; undefined when there is nothing. */
export function readReports(context: NormalizeContext, value: unknown): readonly WrittenReport[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry: unknown, index) => readEntry(context, entry, ['reports', index]));
  return readEntry(context, value, ['reports']);
}
