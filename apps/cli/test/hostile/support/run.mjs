/**
 * Runs the attacks on Assay: the sample that `npm test` runs too, or all of them.
 *
 *     npm run pnpm -- --filter assay test:hostile
 *     npm run pnpm -- --filter assay test:hostile --full
 *     npm run pnpm -- --filter assay test:hostile --full patterns    those whose file is named so
 *
 * Other arguments go to vitest. Three files are run at once, since most attacks wait for processes
 * (`--maxWorkers=N` sets another number).
 * The command has to be built first: `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2).filter((argument) => argument !== '--');
const names = args.filter((argument) => !argument.startsWith('-'));
const options = args.filter((argument) => argument.startsWith('-') && argument !== '--full');
const files = names.length === 0 ? ['test/hostile/'] : names.map((name) => `test/hostile/${name}`);
const workers = options.some((option) => option.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3'];
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', '../../vitest.config.ts', '--root', '.', ...files, ...workers, ...options],
  {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    env: { ...process.env, ...(args.includes('--full') ? { ASSAY_HOSTILE: 'full' } : {}) },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
