/**
 * Runs what `npm test` leaves out, or runs a sample of, since all of it takes long: the samples of all pages of the documentation, the
 * test files whose names end with `.whole.test.ts`, those of installed packages, and those that look at ASSAY_SAMPLES.
 * Build first: `npm run build`.
 *
 *     node scripts/test-in-full.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isStarted } from './support/is-started.mjs';
import { runTests, sayFailures } from './tasks/run-tests.mjs';
import { workspacePackages, workspaceRoot } from './support/workspace.mjs';

/**
 * Files that look at ASSAY_SAMPLES, by the folder that they are run in, with the settings of that folder.
 * @type {Record<string, {config: string, files: string[]}>}
 */
export const IN_FULL = {
  '.': { config: 'scripts/vitest.config.mjs', files: ['scripts/packages/can-be-installed-alone.test.mjs', 'scripts/packages/installed-command.test.mjs'] },
  'packages/evaluators': { config: 'vitest.config.ts', files: ['src/registry/suggestions.test.ts', 'test/growth.whole.test.ts', 'test/hostile/scripts-fuzz.hostile.test.ts'] },
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
  'packages/schema': { config: 'vitest.config.ts', files: ['src/row/row-codec.test.ts', 'src/row/surely-valid.test.ts', 'src/row/wire/wire-writer.test.ts'] },
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

/** @returns {Record<string, {config: string, files: string[]}>} files that `npm test` leaves out, by the folder that they are run in */
export function leftOut() {
  return Object.fromEntries(
    workspacePackages().flatMap(({ folder }) => {
      const place = relative(workspaceRoot, folder);
      const files = ['src', 'test']
        .filter((part) => existsSync(join(folder, part)))
        .flatMap((part) => readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((name) => `${part}/${name}`))
        .filter((name) => name.endsWith('.whole.test.ts') && !IN_FULL[place]?.files.includes(name));
      const config = existsSync(join(folder, 'vitest.config.ts')) ? `${place}/vitest.config.ts` : 'vitest.config.ts';
      return files.length === 0 ? [] : [[place, { config, files: files.toSorted() }]];
    }),
  );
}

/** @returns {boolean} whether all tests passed */
function main() {
  const wrong = sampleless();
  if (wrong.length > 0) throw new Error(`these have no samples: ${wrong.join(', ')}`);
  const env = { ...process.env, ASSAY_SAMPLES: 'all' };
  const failures = [...Object.entries(leftOut()), ...Object.entries(IN_FULL)].flatMap(([folder, { config, files }]) => {
    process.stdout.write(`\nIn full: ${files.map((file) => join(folder, file)).join(', ')}\n`);
    return runTests(folder, files, { config, env });
  });
  process.stdout.write('\nThe samples of all pages\n');
  const pages = spawnSync(process.execPath, [join(workspaceRoot, 'scripts/check-docs.mjs')], { cwd: workspaceRoot, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return sayFailures(pages.status === 0 ? failures : [...failures, 'the samples of all pages, as shown above']);
}

if (isStarted(import.meta.url)) process.exitCode = main() ? 0 : 1;
