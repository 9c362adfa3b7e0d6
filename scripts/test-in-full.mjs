/**
 * Runs as a whole what `npm test` runs a sample of, since all of it takes long: the test files that look at ASSAY_SAMPLES.
 * Build first: `npm run build`.
 *
 *     node scripts/test-in-full.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isStarted } from './is-started.mjs';
import { workspaceRoot } from './workspace.mjs';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Files that look at ASSAY_SAMPLES, by the folder that they are run in, with the settings of that folder. */
export const IN_FULL = {
  '.': { config: 'scripts/vitest.config.mjs', files: ['scripts/packages/can-be-installed-alone.test.mjs', 'scripts/packages/installed-command.test.mjs'] },
  'apps/cli': { config: 'apps/cli/vitest.config.ts', files: ['test/cluster.test.ts'] },
  'apps/viewer': { config: 'vitest.config.ts', files: ['test/page.test.ts'] },
  'packages/evaluators': { config: 'vitest.config.ts', files: ['src/registry/suggestions.test.ts', 'test/growth.test.ts', 'test/hostile/scripts-fuzz.hostile.test.ts'] },
  'packages/loaders': {
    config: 'vitest.config.ts',
    files: [
      'src/blueprint/read/any-input.test.ts',
      'src/eval-case/read/any-input.test.ts',
      'src/eval-case/same-cases.test.ts',
      'src/table/parquet-damaged.test.ts',
      'src/writing/round-trip.test.ts',
    ],
  },
  'packages/providers': { config: 'vitest.config.ts', files: ['test/sentiment-example.test.ts'] },
  'packages/reports': {
    config: 'vitest.config.ts',
    files: [
      'src/baseline/check-baselines.test.ts',
      'src/baseline/render-baseline-check.test.ts',
      'src/calibration/calibrate-run.test.ts',
      'src/comparison/render-comparison.test.ts',
      'src/reporters/csv/cell.test.ts',
      'src/reporters/terminal/render-summary.test.ts',
      'src/statistics/repeats/repeat-tally.test.ts',
      'src/statistics/run-accumulator.test.ts',
    ],
  },
  'packages/schema': { config: 'vitest.config.ts', files: ['src/redaction/encoded-secrets.test.ts', 'src/row/row-codec.test.ts', 'src/row/surely-valid.test.ts', 'src/row/wire-writer.test.ts'] },
  'packages/statistics': { config: 'vitest.config.ts', files: ['test/simulations.test.ts'] },
};

/** @returns {string[]} named files that are not there, or run no more where all samples are asked for */
export function sampleless() {
  const paths = Object.entries(IN_FULL).flatMap(([folder, { files }]) => files.map((file) => join(folder, file)));
  return paths.filter((path) => {
    const absolute = join(workspaceRoot, path);
    return !existsSync(absolute) || !readFileSync(absolute, 'utf8').includes("process.env['ASSAY_SAMPLES']");
  });
}

/** @returns {boolean} whether all tests passed */
function main() {
  const wrong = sampleless();
  if (wrong.length > 0) throw new Error(`these have no samples: ${wrong.join(', ')}`);
  const env = { ...process.env, ASSAY_SAMPLES: 'all' };
  const failed = Object.entries(IN_FULL).filter(([folder, { config, files }]) => {
    process.stdout.write(`\nAll samples: ${files.map((file) => join(folder, file)).join(', ')}\n`);
    const args = [vitest, 'run', '--config', join(workspaceRoot, config), '--root', '.', ...files];
    return spawnSync(process.execPath, args, { cwd: join(workspaceRoot, folder), env, stdio: ['ignore', 'inherit', 'inherit'] }).status !== 0;
  });
  return failed.length === 0;
}

if (isStarted(import.meta.url)) process.exitCode = main() ? 0 : 1;
