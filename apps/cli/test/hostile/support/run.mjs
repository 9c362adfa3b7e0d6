/**
 * Runs the attacks on Assay: the sample that `.ci/run` runs too, or all of them.
 *
 *     npm run pnpm -- --filter assay test:hostile
 *     npm run pnpm -- --filter assay test:hostile --full
 *     npm run pnpm -- --filter assay test:hostile --full patterns    those whose file is named so
 *
 * A full run also has what the packages attack by themselves (generated scripts in the sandbox), and a queue in chaos with ten
 * times the trials (`--full cluster`), each with the tests of its own in `npm test`. Other arguments go to vitest. Three files are run at once, since most attacks wait for processes
 * (`--maxWorkers=N` sets another number).
 * The command has to be built first: `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2).filter((argument) => argument !== '--');
const names = args.filter((argument) => !argument.startsWith('-'));
const full = args.includes('--full');
const options = args.filter((argument) => argument.startsWith('-') && argument !== '--full');
const workers = options.some((option) => option.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3'];
/** Attacks that need no command. */
const PACKAGES = ['evaluators'];
const command = fileURLToPath(new URL('../../../', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** The attacks of a folder that are asked for. @param {string} folder */
function attacksIn(folder) {
  const all = readdirSync(join(folder, 'test/hostile')).filter((name) => name.endsWith('.hostile.test.ts'));
  const more = folder === command && full ? ['cluster.test.ts'] : [];
  return [...all.map((file) => `hostile/${file}`), ...more].filter((file) => names.length === 0 || names.some((name) => basename(file).startsWith(name)));
}

/** @param {string} folder @returns {number} the exit code */
function attack(folder) {
  const files = attacksIn(folder).map((file) => `test/${file}`);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', '../../vitest.config.ts', '--root', '.', ...files, ...workers, ...options], {
    cwd: folder,
    env: { ...process.env, ...(full ? { ASSAY_HOSTILE: 'full' } : {}) },
    stdio: 'inherit',
  });
  return status ?? 1;
}

const folders = [command, ...(full ? PACKAGES.map((name) => join(command, '../../packages', name)) : [])].filter((folder) => attacksIn(folder).length > 0);
if (folders.length === 0) process.stderr.write(`no attack is named ${names.join(' or ')}\n`);
process.exitCode = Math.max(folders.length === 0 ? 1 : 0, ...folders.map(attack));
