import { extname } from 'node:path';
import {
  type Diagnostic,
  InvalidFileError,
  isJsonObject,
  type LoadOptions,
  type LocatedCase,
  type NormalizeContext,
  type Suite,
  type SuiteSource,
} from '@assay/schema';
import { normalizeBlueprint, type NormalizedPrompt } from './read/blueprint.js';
import { createCheckQueue } from '../checks/check-queue.js';
import { sessionOf, type LoadSession } from '../dialect/load-session.js';
import { byPlace } from '../files/by-place.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import type { FileReference } from '../references/file-references.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { blueprintName } from './blueprint-name.js';

type ParsedSource = Extract<SuiteSource, { readonly format: 'documents' }>;

/** Lists and streams of prompts are conveniences of YAML. */
function checkJsonShape({ documents }: ParsedSource, session: LoadSession): void {
  const [root] = documents;
  if (extname(session.file).toLowerCase() !== '.json' || (isJsonObject(root?.value) && root.value['prompts'] !== undefined)) return;
  throw fileProblem(
    'invalid-field',
    'a JSON blueprint must be one object with a list of prompts',
    'write {"prompts": […]}, or use YAML for a bare list',
    root?.locate([]) ?? startOf(session.shown),
  );
}

function startsWith(path: readonly (string | number)[], start: readonly (string | number)[]): boolean {
  return start.every((part, index) => path[index] === part);
}

/** Fills in the files that messages refer to, and finds the places of the prompts. */
async function locateCases(
  prompts: readonly NormalizedPrompt[],
  references: readonly FileReference[],
  context: NormalizeContext,
  session: LoadSession,
): Promise<readonly LocatedCase[]> {
  const cases: LocatedCase[] = [];
  for (const { evalCase, path } of prompts) {
    const own = references.filter((reference) => startsWith(reference.path, path));
    const complete = own.length === 0 ? evalCase : await session.references.attach(evalCase, own, context);
    cases.push({ evalCase: complete, location: context.locate(path) });
  }
  return cases;
}

/** A point that cannot be computed leaves the rest of its rubric as it is: nothing to stop a run for. */
function asWarnings(context: NormalizeContext): NormalizeContext {
  return {
    ...context,
    tally: { errors: 0 },
    report: (diagnostic) => context.report(diagnostic.severity === 'error' ? { ...diagnostic, severity: 'warning' } : diagnostic),
  };
}

/** Findings about a definition that many prompts use are the same every time. */
function withoutRepetition(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(findings.map((finding) => [`${finding.location?.line}:${finding.location?.column} ${finding.message}`, finding]));
  return [...seen.values()].toSorted(byPlace);
}

async function* each(cases: readonly LocatedCase[]): AsyncGenerator<LocatedCase, undefined> {
  yield* cases;
}

async function loadDocuments(source: ParsedSource, session: LoadSession): Promise<Suite> {
  checkJsonShape(source, session);
  const collected: Diagnostic[] = [...source.findings];
  const references: FileReference[] = [];
  const checks = createCheckQueue(session);
  const context: NormalizeContext = {
    locate: ([document, ...path], which) => source.documents[Number(document)]?.locate(path, which) ?? startOf(session.shown),
    writtenAt: ([document, ...path]) => source.documents[Number(document)]?.written(path),
    report: (diagnostic) => collected.push(diagnostic),
    definitions: session.options.definitions,
    aliasPrecedence: session.options.aliasPrecedence ?? 'canonical',
    precedenceOfProject: true,
    documentDepth: 1,
    parseFlow,
    onFile: (part, path) => references.push({ part, path }),
    onEvaluator: checks.onEvaluator,
    tally: { errors: 0 },
  };
  const name = blueprintName(session.place, session.ownRoot);
  const values = source.documents.map(({ value }) => value);
  const { cases: prompts, targetPaths, ...header } = normalizeBlueprint(values, name, context);
  const cases = await locateCases(prompts, references, context, session);
  await checks.report(asWarnings(context));
  const findings = withoutRepetition(collected);
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  findings.forEach(session.report);
  return {
    name,
    path: session.path,
    dialect: 'blueprint',
    file: session.file,
    ...header,
    ...(targetPaths.length > 0 ? { targetLocations: targetPaths.map((path) => context.locate(path)) } : {}),
    size: cases.length,
    cases: () => each(cases),
  };
}

/**
 * A suite from a blueprint.
 * @throws InvalidFileError
 */
export async function loadBlueprint(source: SuiteSource, options: LoadOptions): Promise<Suite> {
  if (source.format === 'documents') return loadDocuments(source, sessionOf(source, source.file, options));
  throw fileProblem('unsupported-format', 'blueprints are written in YAML or JSON, not in JSONL', 'put the prompts into a list in a .yaml file', startOf(source.shown));
}
