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

test.skipIf(process.platform === 'win32')('a program whose working folder was removed is told so, unless it names another one', async () => {
  const { folder } = await createWorkspace({ 'x.yaml': suite(check) });
  await mkdir(join(folder, 'gone'));
  const library = new URL('../dist/index.js', import.meta.url).href;
  const program = `
    import { rmdirSync } from 'node:fs';
    import { evaluate, report } from ${JSON.stringify(library)};
    process.chdir('gone');
    rmdirSync('../gone');
    const said = (call) => call.then((given) => given.summary.outcome, (error) => error.name + ': ' + error.message);
    const cwd = ${JSON.stringify(folder)};
    console.log(await said(evaluate({ files: 'x.yaml', targets: ['mock'] })));
    console.log(await said(evaluate({ files: 'x.yaml', targets: ['mock'], cwd })));
    console.log(await said(report({ reports: ['html=a.html'] })));
    console.log(await said(report({ reports: ['html=a.html'], cwd })));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' });
  const refused = 'UsageError: the working folder of the process does not exist any more';
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual([refused, expect.stringMatching(/^(?:passed|failed)$/u), refused, expect.stringMatching(/^(?:passed|failed)$/u)]);
});
