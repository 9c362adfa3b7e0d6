import { describe, expect, test } from 'vitest';
import { FILES, file, project, say, seenBy, suiteOf } from './support/projects/showing-program.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('files of a case and the program of a target', () => {
  test('text files, images and names with spaces are each an argument; guidelines arrive apart and once', async () => {
    const content = [say('Look:'), ...['data/first code.py', 'data/pixel.png', 'style.instructions.md', 'data/second.txt'].map(file)];
    const workspace = await project({ 'suite.yaml': suiteOf(content), ...FILES });
    const paths = ['data/first code.py', 'data/pixel.png', 'data/second.txt'].map((path) => `${workspace.folder}/${path}`);
    const guidelines = '=== style.instructions.md ===\nUse tabs.\n';
    const prompt =
      'Look:\n\n<file path="data/first code.py">\nx = 1\n\n</file>\n\n[file: data/pixel.png]\n\n<file path="data/second.txt">\ntwo\n\n</file>';

    const list = await seenBy(workspace, 'list');
    expect(list).toEqual({ argv: [prompt, '--', guidelines, '--', ...paths], stdin: '' });

    const line = await seenBy(workspace, 'line');
    expect(line.argv).toEqual([...paths.flatMap((path) => ['--file', path]), '--', guidelines]);
    expect(line.stdin).toBe(prompt);

    const piped = await seenBy(workspace, 'piped');
    expect(piped).toEqual({ argv: [], stdin: `<guidelines>\n${guidelines}\n</guidelines>\n\n${prompt}` });
  });
});

describe('the answer of a program', () => {
  const TOLD = JSON.stringify({
    output_messages: [
      { role: 'assistant', content: 'I will refuse to answer.', tool_calls: [{ tool: 'search', input: { q: 'capital' }, output: 'Paris' }] },
      { role: 'assistant', content: 'It is Paris.' },
    ],
    token_usage: { input: 3, output: 2 },
  });

  test('is the last assistant text among log lines; what was said before stays in the messages of the row', async () => {
    const workspace = await createWorkspace({
      'agent.mjs': `console.log('[INFO] connecting {');\nconsole.log(${JSON.stringify(TOLD)});\nconsole.log('{"level":"info"}');\n`,
      'suite.yaml': `
targets: [{ name: agent, provider: cli, command: [node, agent.mjs] }]
execution: { target: agent }
evaluators: [{ type: matches, value: "^It is Paris[.]$" }, { type: not_contains, value: refuse }]
evalcases: [{ id: a, expected_outcome: x, input: Capital? }]
`,
    });
    const finished = await runAssay(['run', 'suite.yaml'], { cwd: workspace.folder });
    const [row] = await workspace.rows();
    expect(finished.exitCode).toBe(0);
    expect(row).toMatchObject({ score: 1, usage: { inputTokens: 3, outputTokens: 2 } });
    expect(row?.output?.text).toBe('It is Paris.');
    expect(row?.output?.messages.map(({ content }) => content)).toEqual(['I will refuse to answer.', 'It is Paris.']);
    expect(row?.output?.toolCalls).toMatchObject([{ tool: 'search', output: 'Paris' }]);
    expect(row?.warnings).toEqual([
      'the output has other lines than its reply in JSON, which were left out: "[INFO] connecting {"',
    ]);
  });

  test('is found after 20,000 lines that open a brace', async () => {
    const workspace = await createWorkspace({
      'agent.mjs': `process.stdout.write('{\\n'.repeat(20_000) + ${JSON.stringify(`${TOLD}\n`)});\n`,
      'suite.yaml': `
targets: [{ name: agent, provider: cli, command: [node, agent.mjs] }]
execution: { target: agent }
evalcases: [{ id: a, expected_outcome: x, input: Capital?, evaluators: [{ type: matches, value: "^It is Paris[.]$" }] }]
`,
    });
    expect((await runAssay(['run', 'suite.yaml'], { cwd: workspace.folder })).exitCode).toBe(0);
  });

  test('in stored outputs and recordings is read in the same way', async () => {
    const workspace = await createWorkspace({
      'outputs.jsonl': `{"id": "a", ${TOLD.slice(1)}\n`,
      'suite.yaml': `
targets: [{ name: recorded, provider: replay, recording: outputs.jsonl }]
execution: { target: recorded }
evaluators: [{ type: matches, value: "^It is Paris[.]$" }]
evalcases: [{ id: a, expected_outcome: x, input: Capital? }]
`,
    });
    for (const args of [['score', 'suite.yaml', '--outputs', 'outputs.jsonl'], ['run', 'suite.yaml']]) {
      const out = `runs/${args[0]}`;
      expect(await runAssay([...args, '--out', out], { cwd: workspace.folder })).toMatchObject({ exitCode: 0 });
      const [row] = await workspace.rows(out);
      expect(row?.output?.text).toBe('It is Paris.');
      expect(row?.output?.messages).toHaveLength(2);
    }
  });
});
