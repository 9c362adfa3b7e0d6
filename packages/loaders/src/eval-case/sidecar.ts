import { basename, extname } from 'node:path';
import { existsSync } from 'node:fs';
import { InvalidFileError, normalizeSuiteHeader, type Diagnostic, type NormalizeContext, type SuiteHeader } from '@assay/schema';
import { createCheckQueue } from '../checks/check-queue.js';
import { detectDialect } from '../dialect/detect-dialect.js';
import { displayPath } from '../files/display-path.js';
import { startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { parseYaml, type SourceDocument } from '../yaml/parse-yaml.js';
import type { LoadSession } from './load-session.js';

/** What a sidecar (or its absence) says about a JSONL dataset, and where its targets stand. */
export interface Sidecar {
  readonly header: SuiteHeader;
  readonly document: SourceDocument | undefined;
  /** Absolute path of the file that was read as a sidecar. */
  readonly file?: string | undefined;
}

/** The sidecar of a JSONL file: the same base name with `.yaml`, else `.yml`. Of two the other one is reported. */
function sidecarPath(session: LoadSession): string | undefined {
  const { file, workingDirectory } = session;
  const base = file.slice(0, file.length - extname(file).length);
  const [path, other] = [`${base}.yaml`, `${base}.yml`].filter((candidate) => existsSync(candidate));
  if (path !== undefined && other !== undefined) {
    session.report({
      severity: 'warning',
      code: 'two-sidecars',
      message: `this file is not read: ${displayPath(path, workingDirectory)} is the sidecar of ${session.shown} already`,
      location: startOf(displayPath(other, workingDirectory)),
      hint: 'move what it says into the other one, and remove it',
    });
  }
  return path;
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
export async function readSidecar(session: LoadSession): Promise<Sidecar> {
  const file = sidecarPath(session);
  if (file === undefined) return withoutSidecar(session);
  const shown = displayPath(file, session.workingDirectory);
  const parsed = parseYaml(await readSource(file, shown), shown);
  if (!parsed.usable) throw new InvalidFileError(parsed.diagnostics);
  const [document, second] = parsed.documents;
  const findings = [...parsed.diagnostics];
  if (!document && findings.length === 0) return { header: emptyHeader(session), document: undefined };
  if (second) return isNoSidecar(session, shown, 'it holds several documents');
  const dialect = detectDialect(parsed.documents.map(({ value }) => value));
  if (dialect !== 'sidecar' && dialect !== 'unknown' && dialect !== 'config' && dialect !== 'target-file') {
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
  const header = normalizeSuiteHeader(document?.value, context);
  await checks.report(context);
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  findings.forEach(session.report);
  return { header, document, file };
}
