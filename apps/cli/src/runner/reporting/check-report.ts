import type { WrittenReport } from '@assay/loaders';
import {
  AssayError,
  checkWithSchema,
  ConfigError,
  definitionNames,
  findDefinition,
  nearestMatch,
  UsageError,
  type AssayErrorOptions,
  type Diagnostic,
  type JsonObject,
  type ReportDiagnostic,
  type ReporterDefinition,
  type SourceLocation,
} from '@assay/schema';
import * as v from 'valibot';

/** A report that somebody asks for, by its reporter's definition. */
export interface CheckedReport {
  readonly definition: ReporterDefinition;
  /** As its schema gives them. */
  readonly options: unknown;
  /** As it is written. */
  readonly file: string | undefined;
  readonly written: WrittenReport;
}

/** What is wrong with a report: of the command line, or at its place in a file. */
export function reportProblem({ location }: WrittenReport, message: string, options: AssayErrorOptions): AssayError {
  return location ? new ConfigError(message, { ...options, location }) : new UsageError(message, options);
}

/** @throws UsageError or ConfigError when there is no such reporter. */
export function findReporter(written: WrittenReport, definitions: readonly ReporterDefinition[]): ReporterDefinition {
  const found = findDefinition(definitions, written.name);
  if (found) return found;
  const names = definitionNames(definitions);
  const near = nearestMatch(written.name, names);
  const hint = `${near === undefined ? '' : `did you mean ${near}? `}reporters: ${names.join(', ')}`;
  throw reportProblem(written, `unknown reporter "${written.name}"`, { hint });
}

/** Names of the options of a schema; none where it has no list of them. */
function optionNames({ options }: ReporterDefinition): readonly string[] {
  return 'entries' in options && typeof options.entries === 'object' && options.entries !== null ? Object.keys(options.entries) : [];
}

/** Whether a reporter has an option of this name. */
const hasOption = (definition: ReporterDefinition, name: string): boolean => optionNames(definition).includes(name);

/** @throws UsageError for a report in place of what a command prints that cannot have its tables by a key. */
export function checkPrintedTables(definition: ReporterDefinition, by: readonly string[] | undefined): void {
  if (by === undefined || by.length === 0 || hasOption(definition, 'by')) return;
  const { name } = definition;
  throw new UsageError(`--by prints on standard output, as report ${name} does, which has no such tables`, { hint: `give the report a file: --report ${name}=FILE` });
}

const NOWHERE: SourceLocation = { file: '', line: 1, column: 1 };

/** What is wrong with options, as it is said of all that files say. @param message of the schema, which leaves out what it is about. */
function inWords({ options: schema }: ReporterDefinition, value: JsonObject, message: string, key: string): string {
  const problems: string[] = [];
  const context = {
    locate: () => NOWHERE,
    report: (problem: Diagnostic) => void (problem.severity === 'error' && problems.push(problem.message)),
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  } as const;
  checkWithSchema(context, { schema, value, path: [], label: '' });
  const [said = message] = problems;
  return said === message && key !== '' ? `${key}: ${said}` : said;
}

function checkOptions(written: WrittenReport, definition: ReporterDefinition): unknown {
  const options: JsonObject = written.options;
  const result = v.safeParse(definition.options, options);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const key = v.getDotPath(issue) ?? '';
  const names = optionNames(definition);
  if (names.length > 0 && Object.hasOwn(options, key) && !names.includes(key)) {
    const near = nearestMatch(key, names);
    const hint = near === undefined ? `options: ${names.join(', ')}` : `did you mean ${near}?`;
    throw reportProblem(written, `reporter ${definition.name} has no option "${key}"`, { hint });
  }
  const hint = names.length > 0 ? `options: ${names.join(', ')}` : undefined;
  throw reportProblem(written, `reporter ${definition.name}: ${inWords(definition, options, issue.message, key)}`, { hint });
}

/**
 * Finds the reporter of a report and checks its options.
 * @throws UsageError, or ConfigError with its place for one in a file.
 */
export function checkReport(written: WrittenReport, definitions: readonly ReporterDefinition[]): CheckedReport {
  const definition = findReporter(written, definitions);
  const { file } = written;
  if (file !== undefined && definition.writes === undefined) {
    throw reportProblem(written, `reporter ${definition.name} writes no file`, { hint: `leave =${file} away` });
  }
  if (file === undefined && definition.writes !== undefined && written.location) {
    throw reportProblem(written, `report ${definition.name} needs a file in settings`, { hint: `write ${definition.name}=FILE; asked for as you start the run, it is printed`, namedOptions: [{ name: 'reports', value: [definition.name] }] });
  }
  return { definition, options: checkOptions(written, definition), file, written };
}

/** Reports what is wrong with reports of settings, each by itself. */
export function checkReports(reports: readonly WrittenReport[], definitions: readonly ReporterDefinition[], report: ReportDiagnostic): void {
  for (const written of reports) {
    try {
      checkReport(written, definitions);
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      report({ severity: 'error', code: 'report', message: error.message, hint: error.hint, namedOptions: error.namedOptions, location: error.location });
    }
  }
}
