import { expect, test } from 'vitest';
import { runAssay as runAlone } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - {id: one, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}\n';

test.each([
  ['--version'],
  ['run', '--help'],
  ['validate', 'suite.yaml'],
  ['run', 'suite.yaml', '--target', 'bot', '--dry-run'],
  ['run', 'none.yaml', '--target', 'bot'],
  ['run', 'suite.yaml', '--target', 'nobody'],
  ['show', '--nonsense'],
  ['compare', 'a', 'b', '--json'],
])('a command in a process that has run others says and ends as one that is alone: %s %s', async (...args) => {
  const { folder } = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': 'targets:\n  - {name: bot, provider: mock, reply: hi}\n' });
  const alone = await runAlone(args, { cwd: folder });
  for (let turn = 0; turn < 2; turn += 1) expect(await runAssay(args, { cwd: folder })).toEqual(alone);
});

test('a command knows nothing of the secrets, the folder and the environment of the one before', async () => {
  const lists = async (secret: Readonly<Record<string, string>>): Promise<string> => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE.replaceAll('hi', 'marmalade') });
    const { stdout } = await runAssay(['cases', 'suite.yaml', '--json'], { cwd: folder, env: secret });
    return stdout;
  };
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await lists({ BREAKFAST_API_KEY: 'marmalade' })).toContain('[redacted BREAKFAST_API_KEY]');
    const without = await lists({});
    expect(without).toContain('marmalade');
    expect(without).not.toContain('redacted');
  }
});
