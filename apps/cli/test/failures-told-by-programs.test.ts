import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** A run of one case, which a program answers by printing the value, or the text. */
async function printed(value: object | string) {
  const program = `console.log(${JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value))})`;
  const suite = 'target: agent\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: not_contains, value: never }] }\n';
  const { folder, rows } = await createWorkspace({
    'a.yaml': suite,
    'agent.cjs': program,
    '.assay/targets.yaml': 'targets: [{ name: agent, provider: cli, command: [node, agent.cjs, "{PROMPT}"], env: { AGENT_KEY: sk-agent-0123456789 } }]\n',
  });
  const { exitCode } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  const [row] = await rows('out');
  return { exitCode, row };
}

describe('a reply in JSON that says that its program failed is no answer, whatever stands beside', () => {
  test.each<[object, string]>([
    [{ text: '', error: 'rate limit' }, 'rate limit'],
    [{ text: 'half an ans', error: { message: 'the model\nwent away', code: 502 } }, 'the model went away'],
    [{ output_messages: [{ role: 'assistant', content: 'hm' }], error: true }, 'true'],
  ])('%j', async (value, said) => {
    const { exitCode, row } = await printed(value);
    expect(row).toMatchObject({
      score: null,
      verdict: null,
      error: { code: 'process', message: `target "agent": the reply of the command says that it failed: ${said}`, hint: expect.stringContaining('leave error out of the reply in JSON') },
    });
    expect(exitCode).toBe(3);
  });

  test('its words have no secrets in them', async () => {
    expect(JSON.stringify((await printed({ text: 'a', error: 'refused sk-agent-0123456789' })).row)).not.toContain('sk-agent');
  });

  test.each([null, '', {}, { message: '' }])('an error of %j is none', async (error) => {
    expect((await printed({ text: 'hello', error })).row).toMatchObject({ score: 1, output: { text: 'hello' } });
  });
});

describe('an error alone may be the answer, and is pointed out', () => {
  test.each([{ error: 'no such user' }, { success: false, error: { message: 'no such user' } }])('%j', async (value) => {
    const { row } = await printed(value);
    expect(row).toMatchObject({ score: 1, output: { text: JSON.stringify(value) }, warnings: [expect.stringContaining('the output is an object with an error and no text; it is taken as the answer')] });
  });

  test.each([{ error: null }, { error: 'none', answer: 5 }, { answer: 'an error' }])('%j is an answer as any other', async (value) => {
    expect((await printed(value)).row?.warnings ?? []).toEqual([]);
  });
});

describe('a placeholder in other letters stands for nothing, and the row says so', () => {
  const warned = async (command: string) => {
    const { folder, rows } = await createWorkspace({
      'a.yaml': 'target: agent\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n',
      '.assay/targets.yaml': `targets:\n  - name: agent\n    provider: cli\n    command: ${command}\n`,
    });
    await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
    return (await rows('out'))[0]?.warnings ?? [];
  };
  const said = (written: string, meant: string) => `the command has ${written} in it, which stands for nothing: the placeholder is written ${meant}`;

  test.each([
    ['[echo, "{prompt}"]', [said('{prompt}', '{PROMPT}')]],
    ['echo {Prompt} --id={eval_id}', [said('{Prompt}', '{PROMPT}'), said('{eval_id}', '{EVAL_ID}')]],
    ['echo "{evalId}" {PROMPT}', [said('{evalId}', '{EVAL_ID}')]],
  ])('%s', async (command, warnings) => {
    expect(await warned(command)).toEqual(warnings);
  });

  test.each(['[echo, "{PROMPT}", "{prompt}"]', '[node, -e, "const {prompt} = {prompt: 1}; console.log(prompt)"]', '[echo, "{question}"]', 'cat'])('%s has none that is meant', async (command) => {
    expect(await warned(command)).toEqual([]);
  });
});
