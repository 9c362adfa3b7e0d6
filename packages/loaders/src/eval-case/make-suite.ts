import { basename, extname } from 'node:path';
import type { NormalizeContext, Suite, WrittenTarget } from '@assay/schema';
import { askedTargetPaths } from './read/asked-targets.js';
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
    ...(header.settings.length === 0 ? {} : { settings: header.settings }),
    targets,
    ...cases,
  };
}

/** Where the suite names its targets; nothing when it names none. */
export function targetLocations(root: unknown, context: NormalizeContext): Pick<Suite, 'targetLocations'> {
  const paths = askedTargetPaths(root);
  return paths.length === 0 ? {} : { targetLocations: paths.map((path) => context.locate(path)) };
}
