import { type Diagnostic, InvalidFileError, type LoadOptions, type NormalizeContext, type Suite } from '@assay/schema';
import type { LoadSession } from '../dialect/load-session.js';
import { readTargets } from '../targets/read-target.js';
import { caseAtLine } from './case-at-line.js';
import { JsonlCases } from './jsonl-cases.js';
import { makeSuite, targetLocations } from './make-suite.js';
import { readSidecar } from './sidecar.js';

/**
 * A suite from JSONL and its sidecar.
 * @throws InvalidFileError when the sidecar is wrong; lines are looked at when they are read.
 */
export async function loadLines(session: LoadSession, onInvalid: NonNullable<LoadOptions['onInvalid']>): Promise<Suite> {
  const { header, document, file: sidecar } = await readSidecar(session);
  const findings: Diagnostic[] = [];
  const context: NormalizeContext = {
    locate: (path, which) => document?.locate(path, which) ?? { file: session.shown, line: 1, column: 1 },
    report: (diagnostic) => findings.push(diagnostic),
    aliasPrecedence: header.aliasPrecedence,
    tally: { errors: 0 },
  };
  const targets = readTargets(context, header.targets, ['targets']);
  if (findings.length > 0) throw new InvalidFileError(findings);
  return makeSuite(session, header, targets, {
    size: undefined,
    ...targetLocations(document?.value, context),
    ...(sidecar === undefined ? {} : { sources: [session.file, sidecar] }),
    cases: () => ({ [Symbol.asyncIterator]: () => new JsonlCases(session, header, onInvalid) }),
    caseAt: caseAtLine(session.file, session.shown, (start) => new JsonlCases(session, header, onInvalid, start)),
  });
}
