import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssay } from './support/commands/assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - { id: hello, expected_outcome: Greets, input: Say hello, evaluators: [{ type: contains, value: hello }] }\n';

/** The words of a printed command, as a shell takes them, without the first. */
function wordsOf(command: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' }).split('\0').slice(1, -1);
}

test.skipIf(process.platform === 'win32').each(['-dash', "it's", 'a $b "c"'])('a run in a folder named %s goes on with the command that is printed for it', async (name) => {
  const { folder } = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': "targets:\n  - { name: lost, provider: openai, model: m, endpoint: 'http://127.0.0.1:9/v1', api_key: k, max_retries: 0 }\n" });
  const { stderr } = await runAssay(['run', 'suite.yaml', '--target', 'lost', '--out', `./${name}`], { cwd: folder });
  const [, command = ''] = /^run what has no verdict again: (assay run --resume .+)$/mu.exec(stderr) ?? [];
  const again = await runAssay(wordsOf(command), { cwd: folder });
  expect([command, again.exitCode, again.stderr]).toEqual([command, 3, expect.stringContaining(command)]);
});

test.skipIf(process.platform === 'win32')('a project in a folder whose name begins with a dash is gone into with the command that is printed', async () => {
  const { folder } = await createWorkspace({});
  await mkdir(join(folder, '-shop'));
  const { stdout } = await runAssay(['init', '--', '-shop'], { cwd: folder });
  const [, step = ''] = /^Next: (cd .+) && assay/mu.exec(stdout) ?? [];
  expect(execFileSync('sh', ['-c', `${step} && pwd -P`], { cwd: folder, encoding: 'utf8' })).toMatch(/\/-shop\n$/u);
});
