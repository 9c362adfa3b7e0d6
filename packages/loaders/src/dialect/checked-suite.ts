import { describeValue, errorText, type InvalidFileError, type LocatedCase, type SettingDefinition, type SourceLocation, type Suite } from '@assay/schema';
import * as v from 'valibot';
import { fileProblem, startOf } from '../files/file-problem.js';
import { CaseShape, PartPlacesShape, PlaceShape, SuiteShape } from './case-shape.js';
import { loaderProblem } from './loader-problem.js';

interface Made {
  /** Name of the loader. */
  readonly by: string;
  /** The file, as messages show it. */
  readonly shown: string;
  /** What settings may say. Without it they may have any value. */
  readonly settings?: readonly SettingDefinition[] | undefined;
}

/** The first thing that is wrong with a value; undefined for none. */
function wrongWith(schema: v.GenericSchema, value: unknown): string | undefined {
  const { issues: [issue] = [] } = v.safeParse(schema, value, { abortEarly: true });
  if (issue === undefined) return undefined;
  // A key that is not there has the message of the object that lacks it.
  const isMissing = issue.type === 'loose_object' && issue.expected !== 'Object';
  return isMissing ? `${v.getDotPath(issue) ?? 'a key'} is missing` : issue.message;
}

/** Rows, keys and jobs are JSON. */
function unwritable(value: unknown): string | undefined {
  try {
    JSON.stringify(value);
    return undefined;
  } catch (error) {
    return `it is no JSON: ${errorText(error)}`;
  }
}

function problem({ by }: Made, what: string, why: string, place: SourceLocation): InvalidFileError {
  return fileProblem('invalid-loader', `the loader "${by}" made ${what}: ${why}`, 'mend the loader; loaderConformance of @assay/schema/testing says what it has to promise', place);
}

/** Files of the loaders of this package are told so as they are read. @throws InvalidFileError */
function checkSettings({ settings = [] }: Suite, made: Made): void {
  for (const { key, value, location } of settings) {
    const definition = made.settings?.find((each) => each.key === key);
    if (definition?.is(value) === false) throw problem(made, 'a suite that cannot be', `${key} must be ${definition.expected}, not ${describeValue(value)}`, location);
  }
}

function checkCase(located: LocatedCase | undefined, made: Made, ids: Set<string>): void {
  const { evalCase, location } = located ?? {};
  const unplaced = wrongWith(PlaceShape, location);
  const place = unplaced === undefined && location !== undefined ? location : startOf(made.shown);
  const why = wrongWith(CaseShape, evalCase) ?? unplaced ?? wrongWith(PartPlacesShape, located) ?? unwritable(evalCase);
  if (why !== undefined) throw problem(made, 'a case that cannot be', why, place);
  const id = evalCase?.id ?? '';
  if (ids.has(id)) throw fileProblem('duplicate-id', `two cases have the id "${id}"`, 'give each case its own id', place);
  ids.add(id);
}

async function* checkedCases(suite: Suite, made: Made): AsyncGenerator<LocatedCase> {
  const ids = new Set<string>();
  try {
    for await (const located of suite.cases()) {
      checkCase(located, made, ids);
      yield located;
    }
  } catch (error) {
    throw loaderProblem(error, { ...made, of: 'cases()' });
  }
}

/**
 * A suite of a loader that a program brought along, and its cases as they are handed on, checked to be what their types say: not every
 * program is compiled, and a case that is otherwise would end in a row that nobody can read.
 * @throws InvalidFileError; so do its cases
 */
export function checkedSuite(suite: Suite, made: Made): Suite {
  const why = wrongWith(SuiteShape, suite);
  if (why !== undefined) throw problem(made, 'a suite that cannot be', why, startOf(made.shown));
  checkSettings(suite, made);
  // By their names: a suite may be an object of a class.
  const { name, path, dialect, conventions, file, sources, description, metadata, execution, targetLocations, settings, targets, size } = suite;
  return {
    name,
    path,
    dialect,
    conventions,
    file,
    sources,
    description,
    metadata,
    execution,
    targetLocations,
    settings,
    targets,
    size,
    cases: () => checkedCases(suite, made),
    ...(suite.caseAt && {
      async caseAt(line, id) {
        let located: LocatedCase | undefined;
        try {
          located = await suite.caseAt?.(line, id);
        } catch (error) {
          throw loaderProblem(error, { ...made, of: 'caseAt()' });
        }
        if (located !== undefined) checkCase(located, made, new Set());
        return located;
      },
    }),
  };
}
