import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesOf, FILES, project } from './support/projects/changing-agent.js';

const DIFF = 'diff --git a/TODO.md b/TODO.md\n--- a/TODO.md\n+++ b/TODO.md\n@@ -1,1 +1,2 @@\n # Tasks\n+buy milk';

const suite = (assertions: string): string => FILES['suite.yaml'].replace('[{ type: llm_judge }]', assertions);

describe('what an agent did to its files', () => {
  test('is in the row, shown to judges who are asked in every way, and given to scripts', async () => {
    const assertions = `
  - { type: llm_judge }
  - { type: llm_rubric, value: Notes the task }
  - { type: rubric, rubrics: ["Names the milk"] }
  - { type: g_eval, value: Notes the task }
  - { type: llm_judge, name: own, prompt: "Is this right? {{ file_changes }}" }
  - { type: llm_judge, name: blind, prompt: "Is this polite? {{ candidate_answer }}" }
  - { type: script, script: 'cat > told.json; echo true', cwd: . }`;
    const opened = await project({ 'suite.yaml': suite(assertions) });
    const { exitCode, stdout, stderr } = await opened.run('run', 'suite.yaml', '--out', 'run');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    expect(stdout).toContain('PASSED');
    expect(await changesOf(opened)).toBe(DIFF);
    expect(JSON.parse(await opened.read('told.json'))).toMatchObject({ file_changes: DIFF });
    const asked = opened.judge.requests.map(({ text }) => text);
    expect(asked).toHaveLength(6);
    const blind = asked.filter((text) => text.includes('Is this polite?'));
    expect(blind).toHaveLength(1);
    expect(blind[0]).not.toContain('buy milk\n</file');
    for (const text of asked.filter((each) => each !== blind[0])) expect(text).toMatch(/<file.changes-([0-9a-f]+)>\ndiff --git a\/TODO\.md[^]*\+buy milk\n<\/file.changes-\1>/u);
    const own = asked.find((text) => text.includes('Is this right?'));
    expect(own).not.toContain('Done.');
  });

  test('is shown by `assay show`, and to judges who score the stored reply again', async () => {
    const opened = await project();
    expect((await opened.run('run', 'suite.yaml', '--out', 'run')).exitCode).toBe(0);
    const shown = await opened.run('show', 'run', '--id', 'one');
    expect(shown.stdout).toMatch(/file changes\n[^]*\+\+\+ b\/TODO\.md\n[^]*\+buy milk/u);
    opened.judge.requests.length = 0;
    expect((await opened.run('run', '--rescore', 'run', '--no-cache')).exitCode).toBe(0);
    expect(opened.judge.requests.map(({ text }) => text.includes('+buy milk'))).toEqual([true]);
    expect(await changesOf(opened)).toBe(DIFF);
  });

  test('is a reply without a word', async () => {
    const { run, rows } = await project({ 'agent.sh': 'cat > /dev/null; echo "buy milk" >> TODO.md' });
    expect((await run('run', 'suite.yaml', '--out', 'run')).exitCode).toBe(0);
    expect((await rows('run'))[0]).toMatchObject({ score: 1, status: 'ok', output: { text: '', fileChanges: DIFF } });
  });

  test('is nothing: judges are told so, and an empty reply stays one', async () => {
    const idle = await project({ 'agent.sh': 'cat > /dev/null; echo Done.' });
    expect((await idle.run('run', 'suite.yaml', '--out', 'run')).exitCode).toBe(0);
    expect(await changesOf(idle)).toBe('');
    expect(idle.judge.requests[0]?.text).toContain('(No file was added, changed or deleted.)');
    const silent = await project({ 'agent.sh': 'cat > /dev/null' });
    expect((await silent.run('run', 'suite.yaml', '--out', 'run')).exitCode).toBe(3);
    expect((await silent.rows('run'))[0]?.evaluators[0]?.error?.code).toBe('empty_reply');
  });

  test('is that of all turns of a conversation', async () => {
    const turns = FILES['suite.yaml'].replace('input: buy milk', 'input: [{role: user, content: buy milk}, {role: assistant, content: null}, {role: user, content: more}]');
    const opened = await project({ 'suite.yaml': turns, 'agent.sh': 'cat > /dev/null; echo "again" >> TODO.md; echo Done.' });
    expect((await opened.run('run', 'suite.yaml', '--out', 'run')).exitCode).toBe(0);
    expect(await changesOf(opened)).toContain('+again\n+again');
  });

  test('is compared beside the replies', async () => {
    const opened = await project(
      {
        'suite.yaml': FILES['suite.yaml'].replace('{ target: agent }', '{ targets: [agent, other] }').replace('{ type: llm_judge }', '{ type: select_best, value: Notes the task }'),
        'other.sh': 'cat > /dev/null; echo Done.',
      },
      ({ text }) => `{"reflection": "r", "hits": [], "misses": [], "classification": ${text.indexOf('+buy milk') < text.indexOf('(No file was added') ? '"FIRST_BETTER"' : '"SECOND_BETTER"'}}`,
    );
    const targets = await opened.read('.assay/targets.yaml');
    await writeFile(join(opened.folder, '.assay/targets.yaml'), targets.replace('targets:\n', 'targets:\n  - { name: other, provider: cli, command: [sh, "{TARGET_DIR}/other.sh"], judge_target: judge }\n'));
    const { stdout, stderr } = await opened.run('run', 'suite.yaml', '--out', 'run');
    expect({ asked: opened.judge.requests.length, stdout, stderr }).toMatchObject({ asked: 2 });
    const scores = Object.fromEntries((await opened.rows('run')).map(({ target, evaluators }) => [target, evaluators[0]?.score]));
    expect(scores).toEqual({ agent: 1, other: 0 });
  });
});
