import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { project, SUITE } from './support/projects/workspace-project.js';
import { NAMED, SHARED } from './support/projects/workspace-in-a-file.js';

describe('the folder of a trial', () => {
  test.each([
    ['a sidecar', { 'set.yaml': 'workspace: { template: template }\n' }, ''],
    ['a line', {}, ', "workspace": {"template": "template"}'],
    ['a file that a sidecar names', { 'set.yaml': 'workspace: shared/w.yaml\n', 'shared/w.yaml': 'template: ../template\n' }, ''],
    ['a file that a line names', { 'shared/w.yaml': 'template: ../template\n' }, ', "workspace": "shared/w.yaml"'],
  ])('datasets of lines say it in %s', async (_where, files, ofLine) => {
    const line = `{"id": "one", "expected_outcome": "x", "input": "i", "execution": {"target": "agent"}, "evaluators": [{"type": "contains", "value": "first"}]${ofLine}}\n`;
    const { folder } = await project({ 'set.jsonl': line, 'agents/agent.sh': 'cat > /dev/null; cat notes.txt', ...files });
    expect((await runAssay(['run', 'set.jsonl'], { cwd: folder })).exitCode).toBe(0);
    const printed = await runAssay(['cases', 'set.jsonl', '--json'], { cwd: folder });
    expect(JSON.parse(printed.stdout)).toMatchObject({ workspace: { template: 'template' } });
  });
});

describe('a workspace in a file of its own', () => {
  test('is that of a case, whose fields take the places of those of the suite', async () => {
    const suite = SUITE.replace('template: template', 'template: nothing\n  hooks: { before_each: { command: "exit 3" }, after_all: { command: "pwd > ../place", cwd: checks } }').replaceAll('input: Add a line', 'input: Add a line, workspace: shared/workspace.yaml');
    const { run, read, folder } = await project({ ...SHARED, 'suite.yaml': suite, 'nothing/x': '' });
    const { exitCode, stdout, stderr } = await run();
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
    expect(await read('place')).toBe(`${join(folder, 'checks')}\n`);
  });

  test('is no suite where all files of a folder are read', async () => {
    const { folder } = await project({ ...SHARED, 'suite.yaml': NAMED });
    const { exitCode, stdout, stderr } = await runAssay(['validate', '.'], { cwd: folder });
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 suite, 2 cases') });
  });
});
