import {
  defineLoader,
  EVAL_CASE_ALIASES,
  type Diagnostic,
  InvalidFileError,
  isJsonObject,
  type LoadOptions,
  type LocatedCase,
  type NormalizeContext,
  type Suite,
  type SuiteSource,
} from '@assay/schema';
import { normalizeSuiteHeader, type SuiteHeader, type SuiteHeaderOptions } from './read/suite-header.js';
import { createCheckQueue } from '../checks/check-queue.js';
import { sessionOf, type LoadSession } from '../dialect/load-session.js';
import { byPlace } from '../files/by-place.js';
import { readTargets } from '../targets/read-target.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { PEOPLES_KEYS } from '../fields/peoples-keys.js';
import { loadWorkspaceReader } from './agentv/workspace-reader.js';
import { isFileReference } from './agentv/file-reference.js';
import { detectEvalCase } from './detect-eval-case.js';
import { evalCasesWriter } from './write/eval-cases-writer.js';
import { jsonlWriter } from './write/jsonl-writer.js';
import { makeSuite, targetLocations } from './make-suite.js';
import { hasVariables } from './templating/templating.js';
import { readYamlCases, someCaseHasVars } from './yaml-cases.js';

async function* each(cases: readonly LocatedCase[]): AsyncGenerator<LocatedCase, undefined> {
  yield* cases;
}

async function loadDocuments(source: Extract<SuiteSource, { readonly format: 'documents' }>, session: LoadSession, onInvalid: LoadOptions['onInvalid']): Promise<Suite> {
  const findings: Diagnostic[] = [...source.findings];
  const [document, second] = source.documents;
  const checks = createCheckQueue(session);
  const context: NormalizeContext = {
    locate: (path, which) => document?.locate(path, which) ?? { file: session.shown, line: 1, column: 1 },
    keepsPlaces: true,
    writtenAt: (path) => document?.written(path),
    parseFlow,
    report: (diagnostic) => findings.push(diagnostic),
    definitions: session.options.definitions,
    aliasPrecedence: session.options.aliasPrecedence ?? 'canonical',
    onEvaluator: checks.onEvaluator,
    place: session,
    tally: { errors: 0 },
  };
  if (second) {
    findings.push({
      severity: 'error',
      code: 'several-documents',
      message: 'a file of eval cases holds one document; this is another one',
      location: second.locate([]),
      hint: 'remove the line --- above it, or move it to a file of its own',
    });
  }
  const root = document?.value;
  await loadWorkspaceReader(root);
  const bare = Array.isArray(root) || !hasHeader(root);
  const header = normalizeSuiteHeader(bare ? {} : root, context, headerOptions(root, session));
  const targets = readTargets(context, header.targets, ['targets']);
  const isTemplated = hasVariables(header, session) || someCaseHasVars(root, header);
  const templating = isTemplated ? await (await import('./templating/open-templating.js')).openTemplating(session, header, context) : undefined;
  const others: string[] = [];
  const named = loneReference(root, header);
  const lone = named === undefined ? undefined : (await import('./lone-lines.js')).loneLines(named, session, { header, templating, onInvalid });
  const cases = lone || (context.tally.errors > 0 && templating) ? [] : await readYamlCases(root, header, {
    context, session, templating,
    openTemplating: async () => templating ?? (await import('./templating/open-templating.js')).openTemplating(session, header, context),
    onSource: (file) => others.push(file),
  });
  await checks.report(context);
  // Of a case that is wrong it is not known what it is called.
  if (context.tally.errors === 0 && cases.some(({ evalCase }) => evalCase.dependsOn)) (await import('./agentv/report-dependencies.js')).reportDependencies(context, cases);
  findings.sort(byPlace);
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  findings.forEach(session.report);
  return makeSuite(session, header, targets, {
    ...(lone?.streamed ?? { size: cases.length, cases: () => each(cases) }),
    ...targetLocations(bare ? {} : root, context),
    ...sourcesOf(session.file, [...(templating?.sources ?? []), ...(lone ? [lone.file] : others)]),
  });
}

/** The JSONL file that stands alone in place of the list of cases. */
function loneReference(root: unknown, { casesKey }: SuiteHeader): string | undefined {
  const list: unknown = isJsonObject(root) && casesKey !== undefined ? root[casesKey] : undefined;
  const only: unknown = Array.isArray(list) && list.length === 1 ? list[0] : list;
  return isFileReference(only) && /\.jsonl$/iu.test(only.trim()) ? only : undefined;
}

function sourcesOf(file: string, others: readonly string[]): Pick<Suite, 'sources'> {
  return others.length === 0 ? {} : { sources: [...new Set([file, ...others])] };
}

/** With cases that have variables, and with prompts of the command line, the head may have some too. */
function headerOptions(root: unknown, { options }: LoadSession): SuiteHeaderOptions {
  const lists = isJsonObject(root) ? EVAL_CASE_ALIASES.cases.map((key) => root[key]) : [];
  const someCase = lists.some((list) => Array.isArray(list) && list.some((item: unknown) => isJsonObject(item) && item['vars'] !== undefined));
  return someCase || (options.prompts?.length ?? 0) > 0 ? { templated: true } : {};
}

/** False for a document that is itself one case. */
function hasHeader(root: unknown): boolean {
  if (typeof root !== 'object' || root === null) return false;
  return !('id' in root || 'input' in root || 'input_messages' in root) || 'evalcases' in root || 'cases' in root || 'tests' in root || 'eval_cases' in root;
}

/** Eval cases: YAML or JSON with a list of cases, or JSONL with an optional sidecar. */
export const evalCaseLoader = defineLoader({
  name: 'eval-case',
  extensions: ['.yaml', '.yml', '.json', '.jsonl'],
  description: 'Eval cases: a YAML or JSON file with a list of cases, or JSONL with one case per line.',
  takesPrompts: true,
  detect: detectEvalCase,
  async load(source, options) {
    const session = sessionOf(source, source.file, options);
    if (source.format === 'documents') return loadDocuments(source, session, options.onInvalid);
    return (await import('./load-lines.js')).loadLines(session, options.onInvalid ?? 'throw');
  },
  conventions: { takesRubrics: true },
  notes: {
    suite: [...PEOPLES_KEYS, 'metadata', 'version', 'category', 'author', 'license', 'requires'],
    case: ['description', ...PEOPLES_KEYS, 'metadata'],
    lists: EVAL_CASE_ALIASES.cases,
  },
  writers: [evalCasesWriter, jsonlWriter],
});
