import { basename, extname } from 'node:path';
import { isJsonObject, type NormalizeContext, type Suite, type ValuePath, type WrittenTarget } from '@assay/schema';
import type { LoadSession } from '../dialect/load-session.js';
import type { SuiteHeader } from './read/suite-header.js';

/** A suite of eval cases, from whatever file. */
export function makeSuite(
  session: LoadSession,
  header: SuiteHeader,
  targets: readonly WrittenTarget[],
  cases: Pick<Suite, 'size' | 'cases' | 'caseAt' | 'sources' | 'targetLocations'>,
): Suite {
  return {
    name: header.dataset ?? basename(session.place, extname(session.place)),
    path: session.path,
    dialect: 'eval-case',
    file: session.file,
    description: header.description,
    execution: header.execution,
    targets,
    ...cases,
  };
}

const TARGET_PATH: ValuePath = ['execution', 'target'];

/** Where the suite names its target; nothing when it names none. */
export function targetLocations(root: unknown, context: NormalizeContext): Pick<Suite, 'targetLocations'> {
  const execution = isJsonObject(root) ? root['execution'] : undefined;
  const named = isJsonObject(execution) && typeof execution['target'] === 'string';
  return named ? { targetLocations: [context.locate(TARGET_PATH)] } : {};
}
