import {
  errorText,
  foundProblems,
  isJsonObject,
  isPromiseLike,
  reportError,
  reportWarning,
  type EvaluatorDefinition,
  type JsonObject,
  type JsonValue,
  type LoadTrust,
  type NormalizeContext,
  type OptionProblem,
  type Redactor,
  type ValuePath,
} from '@assay/schema';

/** Texts of checked options that are remembered, in characters over all. */
const MAX_REMEMBERED = 4 * 1024 * 1024;

type Problems = readonly OptionProblem[];
type Variables = readonly string[] | undefined;

/** A judge that an entry names, and where in its options. */
interface NamedJudge {
  readonly model: string;
  readonly path: ValuePath;
}

/** The judges of an entry, and of what it sums up with. */
function namedJudges({ uses }: EvaluatorDefinition, options: JsonObject): readonly NamedJudge[] {
  if (!uses?.includes('judge')) return [];
  const { model, aggregator } = options;
  const at = (named: JsonValue | undefined, path: ValuePath): NamedJudge[] =>
    (Array.isArray(named) ? named : [named]).flatMap((one: JsonValue | undefined, index) =>
      typeof one === 'string' ? [{ model: one, path: Array.isArray(named) ? [...path, index] : path }] : [],
    );
  return [...at(model, ['model']), ...(isJsonObject(aggregator) ? at(aggregator['model'], ['aggregator', 'model']) : [])];
}

interface Entry {
  readonly path: (inOptions: ValuePath) => ValuePath;
  readonly label: string;
  readonly problems: Problems | Promise<Problems>;
  readonly judges: readonly NamedJudge[];
}

/** Where the files that options name are looked for. */
export interface CheckPlace {
  /** Absolute folder of the suite. */
  readonly directory: string;
  /** Absolute folder that they must stay in. */
  readonly projectRoot: string;
  /** For files that nobody vouches for: what they must keep to. */
  readonly trust?: LoadTrust | undefined;
  /** Called with the secrets of programs. */
  readonly redactor?: Redactor | undefined;
}

/**
 * Checks the options of evaluators beyond their schemas while a suite is read. Options that were
 * found to be fine cost nothing more, however many cases have them.
 */
export interface CheckQueue {
  /** Takes an evaluator; to be given to the normalization as `onEvaluator`. */
  readonly onEvaluator: NonNullable<NormalizeContext['onEvaluator']>;
  /** True while there is something to report, or a check has not ended. */
  readonly waiting: boolean;
  /** Waits for the checks of all evaluators taken so far and reports what they found, in that order. */
  report(context: NormalizeContext): Promise<void>;
}

/** A check never throws or rejects, and gives nothing but findings; one that does otherwise is a fault of the evaluator, and must not pass for a success. */
function failed(error: unknown): Problems {
  return [{ path: [], message: `its options could not be checked: ${errorText(error)}` }];
}

/** Where in its options an entry says that a program is started. */
function programPlaces({ programs }: EvaluatorDefinition, options: JsonObject): readonly OptionProblem['path'][] {
  return programs === 'never' ? [] : (programs?.(options) ?? [[]]);
}

/** What an entry of a file that nobody vouches for would start. */
function programProblems(definition: EvaluatorDefinition, options: JsonObject): Problems {
  return programPlaces(definition, options).map((path) => ({
    path,
    message: `${definition.name} runs a program, and a file that is not trusted runs none`,
    hint: 'take the evaluator out; or look at the program, and vouch for the suite',
    namedOptions: [{ name: 'untrusted', value: false }],
    refused: true,
  }));
}

/** Hands on what a file asks for and does not get. It is no error of the file, which is read on. */
function refuse(trust: LoadTrust | undefined, context: NormalizeContext, { message, hint, namedOptions }: OptionProblem, path: ValuePath, label: string): void {
  trust?.onRefused({ severity: 'error', code: 'untrusted', message: `${context.linePrefix ?? ''}${label}${message}`, hint, namedOptions, location: context.locate(path) });
}

/** Makes the checks of one suite. Equal options of an evaluator are checked once. */
export function createCheckQueue({ directory, projectRoot, trust, redactor }: CheckPlace): CheckQueue {
  const place = { directory, projectRoot, ...(trust ? { fileRule: trust.fileRule } : {}) };
  const known = new Map<EvaluatorDefinition, Map<string, Problems | Promise<Problems>>>();
  const said = new Set<string>();
  let remembered = 0;
  let entries: Entry[] = [];

  function start(definition: EvaluatorDefinition, options: JsonObject, variables: Variables): Problems | Promise<Problems> {
    try {
      const found: unknown = definition.check?.({ ...place, options, ...(variables ? { variables } : {}) });
      return isPromiseLike(found) ? Promise.resolve(found).then(foundProblems).catch(failed) : foundProblems(found);
    } catch (error) {
      return failed(error);
    }
  }

  function checked(definition: EvaluatorDefinition, options: JsonObject, variables: Variables): Problems | Promise<Problems> {
    const key = variables ? JSON.stringify([options, variables]) : JSON.stringify(options);
    const before = known.get(definition)?.get(key);
    if (before) return before;
    const problems = start(definition, options, variables);
    if (remembered + key.length > MAX_REMEMBERED) {
      known.clear();
      remembered = 0;
    }
    let results = known.get(definition);
    if (!results) known.set(definition, (results = new Map()));
    results.set(key, problems);
    remembered += key.length;
    if (problems instanceof Promise) void problems.then((settled) => results.set(key, settled));
    return problems;
  }

  function check(definition: EvaluatorDefinition, options: JsonObject, variables: Variables): Problems | Promise<Problems> {
    const refused = trust ? programProblems(definition, options) : [];
    // Of a script that will not run nothing is looked at, not even whether it is there.
    if (refused.length > 0) return refused;
    return definition.check ? checked(definition, options, variables) : [];
  }

  return {
    onEvaluator(definition, options, path, label, variables) {
      if (redactor && programPlaces(definition, options).length > 0) redactor.addProgram(options);
      const problems = check(definition, options, variables);
      const judges = trust?.onJudge ? namedJudges(definition, options) : [];
      if (problems instanceof Promise || problems.length + judges.length > 0) entries.push({ path, label, problems, judges });
    },
    get waiting() {
      return entries.length > 0;
    },
    async report(context) {
      const taken = entries;
      entries = [];
      for (const { path, label, problems, judges } of taken) {
        for (const { model, path: inOptions } of judges) trust?.onJudge?.(model, context.locate(path(inOptions)));
        for (const problem of await problems) {
          if (problem.refused) {
            refuse(trust, context, problem, path(problem.path), label);
            continue;
          }
          if (problem.once && said.has(problem.message)) continue;
          if (problem.once) said.add(problem.message);
          const report = problem.severity === 'warning' ? reportWarning : reportError;
          report(context, path(problem.path), `${label}${problem.message}`, { code: 'invalid-option', hint: problem.hint, namedOptions: problem.namedOptions });
        }
      }
    },
  };
}
