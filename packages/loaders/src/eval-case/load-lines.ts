import { type Diagnostic, InvalidFileError, type LoadOptions, type NormalizeContext, type Suite } from '@assay/schema';
import type { LoadSession } from '../dialect/load-session.js';
import { readTargets } from '../targets/read-target.js';
import { caseAtLine } from './case-at-line.js';
import { JsonlCases } from './jsonl-cases.js';
import { makeSuite, targetLocations } from './make-suite.js';
import type { LineStart } from '../jsonl/line-reader.js';
import { hasVariables } from './templating/templating.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { readSidecar } from './sidecar.js';

/**
 * A suite from JSONL and its sidecar.
 * @throws InvalidFileError when the sidecar is wrong; lines are looked at when they are read.
 */
export async function loadLines(session: LoadSession, onInvalid: NonNullable<LoadOptions['onInvalid']>): Promise<Suite> {
  const given = (session.options.prompts?.length ?? 0) > 0;
  const { header, document, file: sidecar } = await readSidecar(session, given ? { templated: true } : {});
  const findings: Diagnostic[] = [];
  const context: NormalizeContext = {
    locate: (path, which) => document?.locate(path, which) ?? { file: session.shown, line: 1, column: 1 },
    report: (diagnostic) => findings.push(diagnostic),
    aliasPrecedence: header.aliasPrecedence,
    tally: { errors: 0 },
  };
  const targets = readTargets(context, header.targets, ['targets']);
  const templating = hasVariables(header, session) ? await (await import('./templating/open-templating.js')).openTemplating(session, header, { ...context, parseFlow }) : undefined;
  const sources = [session.file, ...(sidecar === undefined ? [] : [sidecar]), ...(templating?.sources ?? [])];
  const casesFrom = (start?: LineStart): JsonlCases => new JsonlCases(session, { header, templating, onInvalid, start });
  if (findings.length > 0) throw new InvalidFileError(findings);
  return makeSuite(session, header, targets, {
    size: undefined,
    ...targetLocations(document?.value, context),
    ...(sources.length > 1 ? { sources } : {}),
    cases: () => ({ [Symbol.asyncIterator]: () => casesFrom() }),
    caseAt: caseAtLine(session.file, session.shown, casesFrom),
  });
}
