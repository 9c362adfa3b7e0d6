import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetResults, reportTests } from './report-tests.mjs';

let root = '';

/** @param {string} path @param {object} content */
function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}

/** @param {string} file @param {Record<string, string>} tests status by name @param {string} [status] of the file */
const fileResult = (file, tests, status = 'passed') => ({
  name: join(root, file),
  status,
  assertionResults: Object.entries(tests).map(([fullName, testStatus]) => ({ fullName, status: testStatus })),
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-report-'));
  write('package.json', { name: 'workspace', scripts: { test: 'node verify.mjs', 'test:scripts': 'vitest run', 'check:lint': 'oxlint' } });
  write('packages/a/package.json', { name: '@assay/a', scripts: { test: 'vitest run --mode quick', 'test:attacks': 'node attack.mjs' } });
  write('packages/b/package.json', { name: '@assay/b', scripts: { build: 'tsdown' } });
  write('.test-results/test-scripts.json', { testResults: [fileResult('scripts/x.test.mjs', { one: 'passed' })] });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the closing line holds the totals of all suites', () => {
  write('packages/a/.test-results/test.json', {
    testResults: [fileResult('packages/a/src/y.test.ts', { two: 'passed', three: 'passed' })],
  });
  const { text, totals, complete } = reportTests(root);
  expect(text.split('\n')).toEqual(['Tests', '  @assay/a  2 passed, 0 failed', '  scripts   1 passed, 0 failed']);
  expect(totals).toBe('3 passed, 0 failed');
  expect(complete).toBe(true);
});

test('each script of a package that starts vitest is a suite of its own', () => {
  write('packages/a/package.json', { name: '@assay/a', scripts: { test: 'vitest run --mode quick', 'test:slow': 'vitest run --mode slow' } });
  write('packages/a/.test-results/test.json', { testResults: [fileResult('packages/a/src/y.test.ts', { two: 'passed' })] });
  expect(reportTests(root).text).toContain('  @assay/a       1 passed, 0 failed\n  @assay/a slow  not run\n');
  write('packages/a/.test-results/test-slow.json', { testResults: [fileResult('packages/a/src/z.test.ts', { three: 'passed', four: 'skipped' })] });
  const { text, totals, complete } = reportTests(root);
  expect(text).toContain('  @assay/a       1 passed, 0 failed\n  @assay/a slow  1 passed, 0 failed, 1 skipped\n');
  expect(text).toContain('  skipped  packages/a/src/z.test.ts: four');
  expect(totals).toBe('3 passed, 0 failed, 1 skipped');
  expect(complete).toBe(true);
  forgetResults(root);
  expect(reportTests(root).text).toContain('  @assay/a slow  not run');
});

test('every skipped test is named', () => {
  write('packages/a/.test-results/test.json', {
    testResults: [fileResult('packages/a/src/y.test.ts', { two: 'skipped', three: 'todo' })],
  });
  const { text, totals } = reportTests(root);
  expect(text).toContain('  skipped  packages/a/src/y.test.ts: two\n  skipped  packages/a/src/y.test.ts: three');
  expect(totals).toBe('1 passed, 0 failed, 2 skipped');
});

test('a file that failed before its first test counts as a failure', () => {
  write('packages/a/.test-results/test.json', { testResults: [fileResult('packages/a/src/y.test.ts', {}, 'failed')] });
  const { totals, complete } = reportTests(root);
  expect(totals).toBe('1 passed, 1 failed');
  expect(complete).toBe(false);
});

test('every failed test is named at the end, with the first line of what it says', () => {
  const failing = {
    ...fileResult('packages/a/src/y.test.ts', { two: 'passed' }, 'failed'),
    assertionResults: [
      { fullName: 'is equal', status: 'failed', failureMessages: ['\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n    at y.test.ts:1'] },
      { fullName: 'ends', status: 'failed', failureMessages: ['Error: STACK_TRACE_ERROR\n    at y.test.ts:2'] },
    ],
  };
  const unread = { ...fileResult('packages/a/src/z.test.ts', {}, 'failed'), message: 'SyntaxError: no such import\n    at z.test.ts:1' };
  write('packages/a/.test-results/test.json', { testResults: [failing, unread] });
  const { text, totals } = reportTests(root);
  expect(text.split('\n').slice(-6)).toEqual([
    '  failed  packages/a/src/y.test.ts: is equal',
    '    AssertionError: expected 1 to be 2',
    '  failed  packages/a/src/y.test.ts: ends',
    '    timed out',
    '  failed  packages/a/src/z.test.ts',
    '    SyntaxError: no such import',
  ]);
  expect(totals).toBe('1 passed, 3 failed');
});

test('a suite without a result is listed as not run', () => {
  const { text, complete } = reportTests(root);
  expect(text).toContain('  @assay/a  not run\n');
  expect(complete).toBe(false);
});

test('results of an earlier run can be removed', () => {
  forgetResults(root);
  expect(existsSync(join(root, '.test-results/test-scripts.json'))).toBe(false);
});
