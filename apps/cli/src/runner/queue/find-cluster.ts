import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Cluster from '@assay/cluster';
import { UsageError } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

type ClusterPackage = typeof Cluster;

const PACKAGE = '@assay/cluster';

/** The folder, `folder` or one above it, that the package is installed in. */
function installedAbove(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, 'node_modules', PACKAGE, 'package.json'))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/**
 * Loads the package that knows queues, which only those install who use them: beside this program, or in one of the folders.
 * @param folders Absolute, each with the folders above it; those of somebody who is trusted, since what lies there is run.
 * @param who asks for it.
 * @throws UsageError when it is not installed, with the command that installs it.
 */
export async function findCluster(folders: readonly string[], who: { readonly words?: OptionWords | undefined } = {}): Promise<ClusterPackage> {
  for (const folder of [dirname(fileURLToPath(import.meta.url)), ...folders]) {
    const found = installedAbove(folder);
    if (found === undefined) continue;
    const entry = createRequire(join(found, 'package.json')).resolve(PACKAGE);
    return (await import(pathToFileURL(entry).href)) as ClusterPackage;
  }
  throw new UsageError(`${wordsOf(who).say('queue')} needs the package ${PACKAGE}, which is not installed`, { hint: `npm install ${PACKAGE}` });
}
