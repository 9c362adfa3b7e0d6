import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - {id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}\n';
const SETTINGS = 'defaults: {target: mock}\n';

describe('a project that a link leads to as well', () => {
  test('is no other one where the link lies in it', async () => {
    const { folder } = await createWorkspace({ 'evals/a.yaml': SUITE, '.assay/config.yaml': SETTINGS });
    await symlink('.', join(folder, 'self'));
    for (const named of ['self', 'self/evals', 'self/**/*.yaml']) {
      const { exitCode, stdout, stderr } = await runAssay(['validate', named], { cwd: folder });
      expect([named, exitCode, stdout, stderr]).toEqual([named, 0, 'valid: 1 suite, 1 case, 0 errors, 0 warnings\n', '']);
    }
  });

  test('gives its settings to suites of both names, from a folder beside it', async () => {
    const { folder } = await createWorkspace({ 'project/evals/a.yaml': SUITE, 'project/evals/b.yaml': SUITE, 'project/.assay/config.yaml': SETTINGS, 'beside/package.json': '{}' });
    await symlink('project', join(folder, 'link'));
    const { exitCode, stdout, stderr } = await runAssay(['run', '../project/evals/a.yaml', '../link/evals/b.yaml'], { cwd: join(folder, 'beside') });
    expect(stderr).not.toMatch(/belongs to the project|no target/u);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('all 2 trials passed')]);
  });

  test('is told as another one once, by the first of its names', async () => {
    const { folder } = await createWorkspace({ 'project/a.yaml': SUITE, 'project/b.yaml': SUITE, 'project/.assay/config.yaml': SETTINGS, 'mine/.assay/config.yaml': SETTINGS });
    await symlink('project', join(folder, 'link'));
    const { stdout } = await runAssay(['validate', '../project/a.yaml', '../link/b.yaml'], { cwd: join(folder, 'mine') });
    expect(stdout.match(/belongs to the project/gu)).toHaveLength(1);
  });
});
