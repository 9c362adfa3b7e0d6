import { relative, resolve, sep } from 'node:path';
import type { CiServer } from '@assay/schema';
import { writeCommand } from '../secrets/guard-output.js';

/** GitHub Actions, where it runs this process; undefined elsewhere. */
export function ciServerOf(env: Readonly<Record<string, string | undefined>>, cwd: string): CiServer | undefined {
  if (env['GITHUB_ACTIONS'] !== 'true') return undefined;
  const { GITHUB_STEP_SUMMARY: summaryFile = '', GITHUB_WORKSPACE: root = '' } = env;
  const folder = root === '' ? '' : relative(resolve(root), cwd).split(sep).join('/');
  return {
    log: { write: writeCommand },
    summaryFile: summaryFile === '' ? undefined : resolve(cwd, summaryFile),
    // Outside of the checkout there is no name for it.
    folder: folder.startsWith('..') ? '' : folder,
  };
}
