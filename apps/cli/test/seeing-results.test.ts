import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const LONG = 'Please tell me, in as many words as you like, why the sky is blue in the day and red in the evening?';

describe('--explain', () => {
  test('marks parts by the thresholds of the project', async () => {
    const suite = 'evalcases:\n  - id: one\n    expected_outcome: x\n    input: aaa\n    evaluators: [{type: contains_all_of, value: [a, a, b]}]\n';
    const marks = async (config: string) => {
      const { folder } = await createWorkspace({ 'suite.yaml': suite, '.assay/config.yaml': config });
      const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--explain'], { cwd: folder });
      return stdout.split('\n').slice(0, 2).map((line) => line.trim().charAt(0)).join('');
    };
    expect(await marks('')).toBe('~~');
    expect(await marks('verdicts: {pass: 0.5, borderline: 0.3}\n')).toBe('✓✓');
  });
});

test('a failure shows what was asked, beside what was answered', async () => {
  const { folder } = await createWorkspace({
    'suite.yaml': `evalcases:\n  - id: sky\n    expected_outcome: x\n    input: [{role: system, content: Be kind}, {role: user, content: "${LONG}"}]\n    evaluators: [{type: contains, value: scattering}]\n`,
  });
  const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
  expect(stdout).toContain(`    asked: ${LONG}\n`);
  const { stdout: json } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--json'], { cwd: folder });
  expect(JSON.parse(json)).toMatchObject({ problems: [{ case_id: 'sky', question: LONG }] });
});

const VARIED = `title: Greetings
temperatures: [0, 0.5]
system: ["Be brief, and never say more than three words in a row.", null]
---
- id: hello
  prompt: Hello?
  should: ["$contains: hello"]
`;

test('variants have a legend in the summary, in explanations and in comparisons', async () => {
  const { folder } = await createWorkspace({ 'greetings.yml': VARIED });
  const run = async (out: string) => runAssay(['run', 'greetings.yml', '--target', 'mock', '--explain', '--out', out], { cwd: folder });
  const { stdout } = await run('one');
  const legend = [
    'Variants',
    '  temp:0    temperature 0',
    '  temp:0.5  temperature 0.5',
    '  sys:1     system prompt: Be brief, and never say more than three words in a row.',
    '  sys:2     no system prompt',
    '',
  ].join('\n');
  expect(stdout).toContain(`\n${legend}\n`);
  expect(stdout).toContain('on mock[temp:0][sys:1]  0  fail\n  system prompt: Be brief, and never say more than three words in a row.\n');
  await run('two');
  const compared = await runAssay(['compare', 'one', 'two'], { cwd: folder });
  expect(compared.stdout).toContain(`\n${legend}\n`);
  const json = await runAssay(['compare', 'one', 'two', '--json'], { cwd: folder });
  expect(JSON.parse(json.stdout)).toMatchObject({
    variants: [
      { label: 'temp:0', suite: 'greetings', temperature: 0 },
      { label: 'temp:0.5', suite: 'greetings', temperature: 0.5 },
      { label: 'sys:1', suite: 'greetings', system: 'Be brief, and never say more than three words in a row.' },
      { label: 'sys:2', suite: 'greetings', system: null },
    ],
  });
});

test('a row can be read without its file: the conversation as sent, the goal and the right answer', async () => {
  const server = await startChatServer(() => 'It is 4.');
  const workspace = await createWorkspace({
    'suite.yaml': [
      'evalcases:',
      '  - id: sum',
      '    expected_outcome: Adds up',
      '    input: [{role: system, content: Case rules}, {role: user, content: "2+2?"}]',
      '    expected_output: The answer is 4',
      '    evaluators: [{type: contains, value: "4"}]',
      '',
    ].join('\n'),
    '.assay/targets.yaml': `targets:\n  - {name: t, provider: openai, model: m, endpoint: '${server.url}', api_key: test, system_prompt: House rules}\n`,
  });
  await runAssay(['run', 'suite.yaml', '--target', 't'], { cwd: workspace.folder });
  const [row] = await workspace.rows();
  expect(row).toMatchObject({
    expectedOutcome: 'Adds up',
    reference: 'The answer is 4',
    input: [
      { role: 'system', content: 'House rules' },
      { role: 'system', content: 'Case rules' },
      { role: 'user', content: '2+2?' },
    ],
  });
  expect(server.requests[0]?.messages[0]).toMatchObject({ role: 'system', content: 'House rules\n\nCase rules' });
});

describe('borderline cases', () => {
  const CASES = ['aab', 'aaa', 'bbb'].map(
    (text) => `  - {id: ${text}, expected_outcome: x, input: ${text}, evaluators: [{type: contains_all_of, value: [a, a, b]}]}\n`,
  );

  test('are counted and listed beside failures, and in --json', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': `evalcases:\n${CASES.join('')}`, '.assay/config.yaml': 'verdicts: {pass: 0.9}\n' });
    const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
    expect(stdout).toMatch(/✗ suite › bbb[\s\S]*\nBorderline\n~ suite › aaa {2}on mock {2}0\.67 {2}suite\.yaml:3:5\n {4}asked: aaa\n {4}.*missing: "b"/u);
    const { stdout: json } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--json'], { cwd: folder });
    expect(JSON.parse(json)).toMatchObject({ borderline_count: 1, borderline_cases: [{ case_id: 'aaa', verdict: 'borderline' }], problem_count: 1 });
  });

  test('are run again by --filter-failed with --borderline', async () => {
    const workspace = await createWorkspace({ 'suite.yaml': `evalcases:\n${CASES.join('')}`, '.assay/config.yaml': 'verdicts: {pass: 0.9}\n' });
    const run = (...args: string[]) => runAssay(['run', 'suite.yaml', '--target', 'mock', ...args], { cwd: workspace.folder });
    await run('--out', 'first');
    await run('--filter-failed', 'first', '--out', 'second');
    await run('--filter-failed', 'first', '--borderline', '--out', 'third');
    const ids = async (folder: string) => (await workspace.rows(folder)).map(({ caseId }) => caseId).toSorted();
    expect([await ids('second'), await ids('third')]).toEqual([['bbb'], ['aaa', 'bbb']]);
    const alone = await run('--borderline');
    expect(alone.exitCode).toBe(2);
    expect(alone.stderr).toContain('--borderline goes with --filter-failed');
  });
});

describe('lines', () => {
  const suite = `evalcases:\n  - id: sky\n    expected_outcome: x\n    input: "${LONG}"\n    evaluators: [{type: contains, value: "${LONG.replaceAll('sky', 'sea')}"}]\n`;

  test('stay whole where there is no terminal, so that they can be searched', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': suite });
    const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--explain'], { cwd: folder });
    expect(stdout).toContain(`    missed: contains "${LONG.replaceAll('sky', 'sea')}"\n`);
    expect(stdout).toContain(`    - contains "${LONG.replaceAll('sky', 'sea')}"\n`);
  });

  test('are broken at the width that COLUMNS asks for', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': suite });
    const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder, env: { COLUMNS: '60' } });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });
});

describe('cases are shown whole as they end', () => {
  const shown = (text: string): readonly string[] => [...text.matchAll(/^\S suite › (\S+)$/gmu)].map(([, id = '']) => id);

  test('all, those that did not pass, or none; never on standard output', async () => {
    const { folder } = await createWorkspace({
      'suite.yaml': `evalcases:
  - {id: good, expected_outcome: x, input: "first\\nhello", evaluators: [{type: contains, value: hello}]}
  - {id: bad, expected_outcome: x, input: bye, evaluators: [{type: contains, value: hello}]}
`,
    });
    const run = (...more: readonly string[]) => runAssay(['run', 'suite.yaml', '--target', 'mock', '--concurrency', '1', ...more], { cwd: folder });
    const all = await run('--show', 'all');
    expect(shown(all.stderr)).toEqual(['good', 'bad']);
    expect(all.stderr).toContain('  reply\n    first\n    hello\n');
    expect(shown(all.stdout)).toEqual([]);
    const failed = await run('--show', 'failed', '--json', '--verbose');
    expect(shown(failed.stderr)).toEqual(['bad']);
    expect(JSON.parse(failed.stdout)).toMatchObject({ outcome: 'failed' });
    expect(shown((await run('--show', 'none')).stderr)).toEqual([]);
    expect(await run('--show', 'some')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Allowed choices are all, failed, none') });
  });
});
