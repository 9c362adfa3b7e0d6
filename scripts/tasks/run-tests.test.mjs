import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failuresIn } from './run-tests.mjs';
import { workspaceRoot } from '../support/workspace.mjs';

test('what failed is said once more at the end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-run-tests-'));
  try {
    const file = join(folder, 'alone.json');
    expect(failuresIn(file, 'apps/cli')).toEqual(['apps/cli: ended before its results were written']);
    const result = { name: join(workspaceRoot, 'apps/cli/test/x.whole.test.ts'), status: 'failed' };
    const assertionResults = [{ fullName: 'all of it', status: 'failed', failureMessages: ['AssertionError: 1'] }];
    writeFileSync(file, JSON.stringify({ testResults: [{ ...result, assertionResults }] }));
    expect(failuresIn(file, 'apps/cli')).toEqual(['apps/cli/test/x.whole.test.ts: all of it\n    AssertionError: 1']);
    writeFileSync(file, JSON.stringify({ testResults: [] }));
    expect(failuresIn(file, 'apps/cli')).toEqual(['apps/cli: an error outside of the tests']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
