import { basename, join } from 'node:path';
import { build } from 'tsdown';

/**
 * Bundles a TypeScript file with all that it imports, so that a test can run it in a process of
 * its own. Resolves to the file to start.
 */
export async function bundle(entry: string, directory: string): Promise<string> {
  await build({
    entry: [entry],
    outDir: directory,
    config: false,
    clean: false,
    dts: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    noExternal: [/./u],
    inputOptions: { resolve: { conditionNames: ['@assay/source', 'import', 'node', 'default'] } },
  });
  return join(directory, basename(entry).replace(/\.ts$/u, '.mjs'));
}
