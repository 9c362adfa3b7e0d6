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
  write('package.json', { name: 'workspace', scripts: { 'test:scripts': 'vitest', 'check:lint': 'oxlint' } });
  write('packages/a/package.json', { name: '@assay/a', scripts: { test: 'vitest' } });
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

test('a suite without a result is listed as not run', () => {
  const { text, complete } = reportTests(root);
  expect(text).toContain('  @assay/a  not run\n');
  expect(complete).toBe(false);
});

test('results of an earlier run can be removed', () => {
  forgetResults(root);
  expect(existsSync(join(root, '.test-results/test-scripts.json'))).toBe(false);
});
