/**
 * Runs the built command and what depends on Node itself (programs, streams, threads, HTTP) on other versions of Node, which
 * npm fetches into a temporary folder. Build first: `npm run build`.
 *
 *     node scripts/test-on-node.mjs 22 24          a sample that uses every command
 *     node scripts/test-on-node.mjs --full 24      every test of every package
 *     node scripts/test-on-node.mjs ~/bin/node     on this one
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { isStarted } from './support/is-started.mjs';
import { runTests, sayFailures } from './tasks/run-tests.mjs';
import { workspacePackages, workspaceRoot } from './support/workspace.mjs';

/**
 * The sample: test files and folders by package. Every command, and each way in which Assay leans on Node.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const SAMPLE = {
  'apps/cli': [
    'test/broken-installation.whole.test.ts',
    'test/closed-output.whole.test.ts',
    'test/cluster.test.ts',
    'test/code-judge.test.ts',
    'test/convert.test.ts',
    'test/evaluate.test.ts',
    'test/examples.whole.test.ts',
    'test/exit-codes.test.ts',
    'test/files-for-programs.whole.test.ts',
    'test/generate.test.ts',
    'test/init.test.ts',
    'test/interrupt.test.ts',
    'test/interrupted-runs.whole.test.ts',
    'test/programs.test.ts',
    'test/reading-commands.test.ts',
    'test/results-in-order-and-by-key.whole.test.ts',
    'test/run.test.ts',
    'test/runs-cut-off.whole.test.ts',
    'test/scripts-of-todays-sdk.whole.test.ts',
    'test/scripts-that-aggregate.whole.test.ts',
    'test/seeing-results.test.ts',
    'test/worker.test.ts',
  ],
  'packages/evaluators': ['src/patterns/', 'src/sandbox/'],
  'packages/providers': ['src/http/'],
  'packages/engine': ['src/store/'],
};

/** @returns {string[]} files and folders of the sample that are not there: vitest would pass over them in silence */
export function missingFromSample() {
  const paths = Object.entries(SAMPLE).flatMap(([folder, files]) => files.map((file) => `${folder}/${file}`));
  return paths.filter((path) => !existsSync(join(workspaceRoot, path)));
}

/** @param {NodeJS.Platform} platform @param {string} arch @returns {string} the package that holds Node for a machine */
export function nodePackage(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** @param {string} version such as 22 or 24.1.0 @param {string} folder is made @returns {string} the executable */
function fetchNode(version, folder) {
  const name = nodePackage(process.platform, process.arch);
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', `${name}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  const executable = join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (status !== 0 || !existsSync(executable)) throw new Error(`npm cannot fetch ${name}@${version}`);
  return executable;
}

/** @param {string} node an executable @param {boolean} full @returns {string[]} what failed */
function testOn(node, full) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const folders = full ? workspacePackages().map(({ folder }) => relative(workspaceRoot, folder)) : Object.keys(SAMPLE);
  // Programs that tests name as "node" are of the same version, and each command starts as a user would start it.
  const env = { ...process.env, ASSAY_TEST_ALONE: '1', PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
  return folders.flatMap((folder) => {
    process.stdout.write(`\nNode ${version}: ${folder}\n`);
    const failures = runTests(folder, full ? [] : (SAMPLE[folder] ?? []), { config: 'vitest.config.ts', env, node });
    return failures.map((failure) => `Node ${version}: ${failure}`);
  });
}

/** @param {readonly string[]} args @returns {boolean} whether all tests passed on all versions */
function main(args) {
  const versions = args.filter((argument) => !argument.startsWith('--'));
  if (versions.length === 0) throw new Error('name versions of Node, such as 22 24, or executables');
  const missing = missingFromSample();
  if (missing.length > 0) throw new Error(`the sample names what is not there: ${missing.join(', ')}`);
  const scratch = mkdtempSync(join(tmpdir(), 'assay-nodes-'));
  try {
    writeFileSync(join(scratch, 'package.json'), '{"private": true}');
    const nodes = versions.map((version) => (/^\d[\d.]*$/u.test(version) ? fetchNode(version, join(scratch, version)) : resolve(version)));
    return sayFailures(nodes.flatMap((node) => testOn(node, args.includes('--full'))));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (isStarted(import.meta.url)) process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
