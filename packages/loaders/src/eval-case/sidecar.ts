import { basename, dirname, extname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type Diagnostic, EVAL_CASE_ALIASES, InvalidFileError, isJsonObject, type NormalizeContext, type SourceDocument } from '@assay/schema';
import { normalizeSuiteHeader, type SuiteHeader, type SuiteHeaderOptions } from './read/suite-header.js';
import { BLUEPRINT_PROMPT_KEYS, HEADER_ONLY_KEYS } from '../blueprint/read/blueprint-keys.js';
import { createCheckQueue } from '../checks/check-queue.js';
import { detectDialect, type Detected } from '../dialect/detect-dialect.js';
import { hasAny } from '../dialect/first-object.js';
import { HEADER_KEYS, type OtherFile } from '../dialect/other-files.js';
import { CASE_MARKS } from '../fields/case-marks.js';
import { ASSERTION_KEYS, TABLE_KEYS } from '../fields/suite-keys.js';
import { displayPath } from '../files/display-path.js';
import { outsideProblem, startOf } from '../files/file-problem.js';
import { isNamed } from '../files/is-named.js';
import { readSource } from '../files/read-source.js';
import { reallyContains } from '../references/contains.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { LoadSession } from '../dialect/load-session.js';
import { loadWorkspaceReader } from './agentv/workspace-reader.js';

/** What a sidecar (or its absence) says about a JSONL dataset, and where its targets stand. */
export interface Sidecar {
  readonly header: SuiteHeader;
  readonly document: SourceDocument | undefined;
  /** Absolute path of the file that was read as a sidecar. */
  readonly file?: string | undefined;
}

/** The name that a file beside the dataset has with another extension. */
function beside({ file }: LoadSession, extension: string): string {
  return `${file.slice(0, file.length - extname(file).length)}${extension}`;
}

function kindOf(documents: readonly SourceDocument[], { loaders }: LoadSession): Detected {
  return detectDialect({ extension: '.yaml', documents: documents.map(({ value }) => value) }, loaders);
}

/** True for one of these files, and for what nobody knows. */
function isOneOf(detected: Detected, names: readonly OtherFile['name'][]): boolean {
  return detected.kind === 'unknown' || (detected.kind === 'other' && names.includes(detected.file.name));
}

/** Keys that neither the head of a suite nor what is beside it may have: cases, a case, or what only a blueprint says. */
const OF_OTHERS: readonly string[] = [...EVAL_CASE_ALIASES.cases, ...CASE_MARKS, ...HEADER_ONLY_KEYS.filter((key) => key !== 'prompts'), ...BLUEPRINT_PROMPT_KEYS];

/** Keys by which a mapping without cases is known as the head of a suite, also where it says `prompt` for `prompts`. */
const OF_HEADS: readonly string[] = ['evaluators', ...ASSERTION_KEYS, ...TABLE_KEYS];

/**
 * True for a mapping that says what the head of a suite says: beside a dataset its prompts are those of its cases. A mistyped key
 * does not make cases of it; nobody would notice that it is not read.
 */
function isHead(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  if (Object.keys(value).every((key) => HEADER_KEYS.has(key))) return true;
  const { prompt, ...others } = value;
  const isKnown = Array.isArray(value['prompts']) ? prompt === undefined : hasAny(value, OF_HEADS);
  return isKnown && !hasAny(others, OF_OTHERS);
}

/** How else people write the end of its name. */
const OTHER_ENDS = ['.yml', '.YAML', '.YML', '.Yaml', '.Yml'];

/** Files beside the dataset that have the name of its sidecar but for the end: `d.yml`, `d.YAML`. */
async function nearlySidecars(session: LoadSession): Promise<readonly string[]> {
  const folder = dirname(session.file);
  const found = OTHER_ENDS.map((end) => basename(beside(session, end))).filter((name) => existsSync(join(folder, name)));
  if (found.length === 0) return [];
  // Where capitals make no difference each is there by any name, and the folder tells which it has. It is listed only then: many datasets may lie in it.
  const names = new Set(await readdir(folder).catch((): string[] => []));
  const right = basename(beside(session, '.yaml'));
  const isRead = (name: string): boolean => name.toLowerCase() === right.toLowerCase() && !names.has(right) && existsSync(join(folder, right));
  return found.filter((name) => names.has(name) && !isRead(name));
}

/** A sidecar is called `.yaml`. Settings in a `.yml` beside it are not read, which nobody would notice. */
async function reportOtherExtension(session: LoadSession, name: string): Promise<void> {
  const file = join(dirname(session.file), name);
  const shown = displayPath(file, session.workingDirectory);
  const { usable, documents } = parseYaml(await readSource(file, shown), shown);
  if (!usable || documents.length === 0 || !isOneOf(kindOf(documents, session), ['sidecar'])) return;
  const right = beside(session, '.yaml');
  session.report({
    severity: 'warning',
    code: 'not-a-sidecar',
    message: `this file is not read: the sidecar of ${session.shown} is called ${basename(right)}`,
    location: startOf(shown),
    hint: existsSync(right) ? 'move what it says there, and remove it' : `rename it to ${basename(right)} if its settings are to hold`,
  });
}

function emptyHeader(session: LoadSession): SuiteHeader {
  return normalizeSuiteHeader({}, headerContext(session, undefined, []));
}

function headerContext(
  session: LoadSession,
  document: SourceDocument | undefined,
  findings: Diagnostic[],
  onEvaluator?: NormalizeContext['onEvaluator'],
): NormalizeContext {
  return {
    locate: (path, which) => document?.locate(path, which) ?? startOf(session.shown),
    writtenAt: (path) => document?.written(path),
    parseFlow,
    report: (diagnostic) => findings.push(diagnostic),
    definitions: session.options.definitions,
    aliasPrecedence: session.options.aliasPrecedence ?? 'canonical',
    place: session,
    ...(onEvaluator ? { onEvaluator } : {}),
    tally: { errors: 0 },
  };
}

function withoutSidecar(session: LoadSession): Sidecar {
  if (session.options.verbose) {
    const name = `${basename(session.file, extname(session.file))}.yaml`;
    session.report({
      severity: 'info',
      code: 'no-sidecar',
      message: `there is no ${name} beside this file; defaults are used`,
      location: startOf(session.shown),
      hint: `write ${name} to set a description, target or evaluator for all cases`,
    });
  }
  return { header: emptyHeader(session), document: undefined };
}

function isNoSidecar(session: LoadSession, shown: string, what: string): Sidecar {
  session.report({
    severity: 'warning',
    code: 'not-a-sidecar',
    message: `this file has the name of a sidecar of ${session.shown}, but ${what}; it is not read as one`,
    location: startOf(shown),
    hint: 'rename one of the two files',
  });
  return { header: emptyHeader(session), document: undefined };
}

/**
 * Reads the sidecar of a JSONL dataset.
 * @throws InvalidFileError with the sidecar's own positions when it is there and wrong.
 */
export async function readSidecar(session: LoadSession, options: SuiteHeaderOptions = {}): Promise<Sidecar> {
  for (const name of await nearlySidecars(session)) await reportOtherExtension(session, name);
  const file = beside(session, '.yaml');
  if (!isNamed(file)) return withoutSidecar(session);
  const shown = displayPath(file, session.workingDirectory);
  if (session.trust && !reallyContains(session.projectRoot, file)) throw outsideProblem(shown);
  const parsed = parseYaml(await readSource(file, shown), shown);
  if (!parsed.usable) throw new InvalidFileError(parsed.diagnostics);
  const [document, second] = parsed.documents;
  const findings = [...parsed.diagnostics];
  if (!document && findings.length === 0) return { header: emptyHeader(session), document: undefined };
  if (second) return isNoSidecar(session, shown, 'it holds several documents');
  if (!isHead(document?.value) && !isOneOf(kindOf(parsed.documents, session), ['sidecar', 'config', 'target-file'])) {
    return isNoSidecar(session, shown, 'it holds cases of its own');
  }
  if (document && (typeof document.value !== 'object' || Array.isArray(document.value))) {
    findings.push({
      severity: 'error',
      code: 'invalid-field',
      message: 'a sidecar must be a mapping',
      location: document.locate([]),
      hint: 'write keys such as description, execution or evaluator',
    });
  }
  const checks = createCheckQueue(session);
  const context = headerContext(session, document, findings, checks.onEvaluator);
  await loadWorkspaceReader(document?.value);
  const header = normalizeSuiteHeader(document?.value, context, options);
  await checks.report(context);
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  findings.forEach(session.report);
  return { header, document, file };
}
