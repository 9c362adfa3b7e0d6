/**
 * Adds up the result files that vitest writes under turbo (`.test-results/<script>.json` in every workspace folder) and
 * prints one line per suite, each skipped test by name, each failed one with what it says, and the totals:
 * `12 passed, 0 failed` alone on the last line.
 *
 * A suite, which is a script {@link isSuite}, that left no result file is listed as not run.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isStarted } from '../support/is-started.mjs';
import { readManifest, workspacePackages, workspaceRoot } from '../support/workspace.mjs';

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{fullName: string, status: string, failureMessages?: string[]}} Assertion
 * @typedef {{name: string, status: string, message?: string, assertionResults: Assertion[]}} FileResult
 * @typedef {{testResults: FileResult[]}} VitestReport
 */

/** @typedef {{package: string, script: string, name: string, file: string}} Suite `package` is `//` for the root, `name` is shown, `file` has the results */
/** @typedef {{passed: number, failed: string[], skipped: string[]}} Counts `failed` and `skipped` name each test, a failed one with what it says */

/** Whether a script of a package.json is part of `npm test` and leaves results: `test` and `test:*` that start vitest. @param {string} script @param {string} command */
const isSuite = (script, command) => /^test(?::|$)/u.test(script) && command.startsWith('vitest ');

/** `@assay/engine`, `@assay/viewer browser`, and of the root `packages`. @param {string} name of the package @param {string} script */
const shownSuite = (name, script) => `${name === '//' ? '' : name} ${script.slice('test:'.length)}`.trim();

/** The script name as it stands in a file name. @param {string} script */
const resultFile = (script) => join('.test-results', `${script.replaceAll(':', '-')}.json`);

/**
 * @param {string} [root]
 * @returns {Suite[]} every suite that `npm test` should have run
 */
export function expectedSuites(root = workspaceRoot) {
  const ofRoot = { name: '//', folder: root, manifest: readManifest(join(root, 'package.json')) };
  return [...workspacePackages(root), ofRoot].flatMap(({ name, folder, manifest }) =>
    Object.entries(manifest.scripts ?? {})
      .filter(([script, command]) => isSuite(script, command))
      .map(([script]) => ({ package: name, script, name: shownSuite(name, script), file: join(folder, resultFile(script)) })),
  );
}

/** What a failure says: its first line, since the runner has shown all of it. @param {string | undefined} message @returns {string} */
function gist(message = '') {
  const line = stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? '';
  // In place of its own words the report has those of the error that marks where the test stands.
  return line === 'Error: STACK_TRACE_ERROR' ? 'timed out' : line;
}

/**
 * @param {VitestReport} report
 * @param {string} root names of test files are shown relative to it
 * @returns {Counts} A file that failed before its first test counts as one failed test.
 */
export function countTests(report, root) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: [], skipped: [] };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed');
    counts.failed.push(...failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n    ${gist(failureMessages?.[0])}`));
    if (status === 'failed' && failed.length === 0) counts.failed.push(`${file}\n    ${gist(message)}`);
    counts.passed += assertionResults.filter((assertion) => assertion.status === 'passed').length;
    for (const assertion of assertionResults) {
      if (assertion.status === 'passed' || assertion.status === 'failed') continue;
      counts.skipped.push(`${file}: ${assertion.fullName}`);
    }
  }
  return counts;
}

/** @param {Counts} counts @returns {string} such as `12 passed, 0 failed, 1 skipped` */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed.length} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}`;
}

/** Removes the results of an earlier run, so that none of them can be counted again. @param {string} [root] */
export function forgetResults(root = workspaceRoot) {
  for (const { file } of expectedSuites(root)) rmSync(file, { force: true });
}

/**
 * @param {string} [root]
 * @returns {{text: string, totals: string, complete: boolean}} `text` lists the suites and the skipped and failed tests, `totals` is the
 *   closing line; `complete`: every suite ran, at least one test passed and none failed
 */
export function reportTests(root = workspaceRoot) {
  const suites = expectedSuites(root);
  const width = Math.max(0, ...suites.map(({ name }) => name.length));
  /** @type {Counts} */
  const total = { passed: 0, failed: [], skipped: [] };
  /** @type {string[]} */
  const lines = [];
  let missing = 0;
  for (const { name, file } of suites) {
    if (!existsSync(file)) {
      missing += 1;
      lines.push(`  ${name.padEnd(width)}  not run`);
      continue;
    }
    const counts = countTests(JSON.parse(readFileSync(file, 'utf8')), root);
    total.passed += counts.passed;
    total.failed.push(...counts.failed);
    total.skipped.push(...counts.skipped);
    lines.push(`  ${name.padEnd(width)}  ${describe(counts)}`);
  }
  const skipped = total.skipped.map((test) => `  skipped  ${test}`);
  const failed = total.failed.map((test) => `  failed  ${test}`);
  return {
    text: ['Tests', ...lines, ...skipped, ...failed].join('\n'),
    totals: describe(total),
    complete: missing === 0 && total.failed.length === 0 && total.passed > 0,
  };
}

if (isStarted(import.meta.url)) {
  const { text, totals, complete } = reportTests();
  process.stdout.write(`${text}\n\n${totals}\n`);
  if (!complete) process.exitCode = 1;
}
