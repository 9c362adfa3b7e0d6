import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Transformers from '@huggingface/transformers';
import { ConfigError } from '@assay/schema';

/** The library that runs models in this process. */
export type Runtime = typeof Transformers;

const PACKAGE = '@huggingface/transformers';

/**
 * The folder, `folder` or one above it, that the library is installed in. `require.resolve` would
 * look into NODE_PATH too, which `import` does not.
 */
function installedAbove(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, 'node_modules', PACKAGE, 'package.json'))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/**
 * Finds the library: beside this program, or in one of the folders (for a program that is installed
 * elsewhere than the project). Loads nothing.
 * @param folders Absolute; each with the folders above it.
 * @param own Folder of this program.
 * @returns what loads it.
 * @throws ConfigError when it is installed nowhere, with the command that installs it.
 */
export function findRuntime(
  target: string,
  folders: readonly string[],
  own: string = dirname(fileURLToPath(import.meta.url)),
): () => Promise<Runtime> {
  if (installedAbove(own) !== undefined) return () => import('@huggingface/transformers');
  for (const folder of folders) {
    const found = installedAbove(folder);
    if (found !== undefined) return async () => createRequire(join(found, 'package.json'))(PACKAGE) as Runtime;
  }
  throw new ConfigError(`target "${target}" needs the package ${PACKAGE}, which is not installed`, {
    hint: `npm install ${PACKAGE}`,
  });
}
