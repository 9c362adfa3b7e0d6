/**
 * Runs the simulations of packages/statistics, which draw with fixed seeds, and prints their tables.
 *
 *     npm run simulate [-- name … --effort 0.1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'tsdown';
import { workspaceRoot } from './support/workspace.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { effort: { type: 'string', default: '1' } } });
const effort = Number(values.effort);
if (!(effort > 0 && effort <= 1)) throw new Error(`--effort is ${values.effort}; allowed: a share of the draws above 0 and at most 1`);
const folder = mkdtempSync(join(tmpdir(), 'assay-simulations-'));
try {
  await build({
    entry: [join(workspaceRoot, 'packages/statistics/simulations/main.ts')],
    outDir: folder,
    config: false,
    clean: false,
    dts: false,
    format: 'esm',
    logLevel: 'error',
  });
  const { simulate } = await import(pathToFileURL(join(folder, 'main.mjs')).href);
  simulate(positionals, effort);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
