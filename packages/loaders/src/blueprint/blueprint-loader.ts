import { extname } from 'node:path';
import {
  type Diagnostic,
  InvalidFileError,
  isJsonObject,
  type LocatedCase,
  type NormalizeContext,
  type Suite,
} from '@assay/schema';
import { normalizeBlueprint, type NormalizedPrompt } from './read/blueprint.js';
import { createCheckQueue } from '../checks/check-queue.js';
import { defineDialectLoader } from '../dialect/dialect-loader.js';
import type { LoadSession } from '../dialect/load-session.js';
import { byPlace } from '../files/by-place.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import type { FileReference } from '../references/file-references.js';
import { parseFlow } from '../yaml/parse-flow.js';
import type { ParsedYaml } from '../yaml/parse-yaml.js';
import { blueprintName } from './blueprint-name.js';

/** Lists and streams of prompts are conveniences of YAML. */
function checkJsonShape({ documents }: ParsedYaml, session: LoadSession): void {
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

async function loadDocuments(parsed: ParsedYaml, session: LoadSession): Promise<Suite> {
  checkJsonShape(parsed, session);
  const collected: Diagnostic[] = [...parsed.diagnostics];
  const references: FileReference[] = [];
  const checks = createCheckQueue(session);
  const context: NormalizeContext = {
    locate: ([document, ...path], which) => parsed.documents[Number(document)]?.locate(path, which) ?? startOf(session.shown),
    writtenAt: ([document, ...path]) => parsed.documents[Number(document)]?.written(path),
    report: (diagnostic) => collected.push(diagnostic),
    definitions: session.options.definitions,
    aliasPrecedence: session.options.aliasPrecedence ?? 'canonical',
    documentDepth: 1,
    parseFlow,
    onFile: (part, path) => references.push({ part, path }),
    onEvaluator: checks.onEvaluator,
    tally: { errors: 0 },
  };
  const name = blueprintName(session.place, session.ownRoot);
  const values = parsed.documents.map(({ value }) => value);
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

/** Blueprints: YAML with a header and prompts, a stream or a list of prompts; or a JSON object with prompts. */
export const blueprintLoader = defineDialectLoader({
  name: 'blueprint',
  dialect: 'blueprint',
  extensions: ['.yaml', '.yml', '.json'],
  description: 'Blueprints: YAML or JSON with prompts, models, and rubrics of points that are judged or computed.',
  async loadSource(source, session) {
    if (source.format === 'lines') {
      throw fileProblem('unsupported-format', 'blueprints are written in YAML or JSON, not in JSONL', 'put the prompts into a list in a .yaml file', startOf(session.shown));
    }
    return loadDocuments(source.parsed, session);
  },
});
