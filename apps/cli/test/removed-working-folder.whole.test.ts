import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { check, suite } from './support/projects/small-suite-text.js';
import { createWorkspace } from './support/projects/workspace.js';

test.skipIf(process.platform === 'win32')('a working folder that was removed', async () => {
  const { folder } = await createWorkspace({ 'x.yaml': suite(check) });
  const bin = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));
  for (const command of ['run', 'validate', 'list']) {
    await mkdir(join(folder, 'gone'));
    const script = 'cd gone && rmdir ../gone && exec "$@"';
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, bin, command, join(folder, 'x.yaml')].slice(0, command === 'list' ? -1 : undefined), { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], NO_COLOR: '1' } });
    expect(stderr).toContain('error: the working folder does not exist any more\n  fix: go to another folder');
    expect(status).toBe(2);
  }
});
