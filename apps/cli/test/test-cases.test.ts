import { describe, expect, test } from 'vitest';
import { startChatServer, type ChatRequest, type ChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** A project in the layout of test cases: suites, configs and baselines. */
function testCase(id: string, expected: string, more = ''): string {
  return `id: ${id}
task: Name the mood of this review as GLAD or SAD.
input: Review ${id}
expected: ${expected}
context: You sort reviews.
rubric:
  label:
    description: The right mood?
    weight: 0.75
    rule: exact_match
  brevity:
    description: Nothing more?
    weight: 0.25
    rule: length_max_10
tags:
  - domain: reviews
  - difficulty: ${id === 'b' ? 'hard' : 'easy'}
${more}`;
}

const JUDGED = `id: thanks
task: Thank the customer.
input: I like it.
expected: Thank you!
rubric:
  kindness: { description: Is it kind?, weight: 1, rule: rubric_score_0_to_5 }
tags: [domain:letters]
`;

const isJudge = ({ model }: ChatRequest): boolean => model === 'strict-model';

async function project(answer: (request: ChatRequest) => string) {
  const server: ChatServer = await startChatServer(answer);
  const access = `endpoint: '${server.url}'\napi_key: test\n`;
  const workspace = await createWorkspace({
    'suites/basic/001.yaml': testCase('a', 'GLAD'),
    'suites/basic/002.yaml': testCase('b', 'SAD'),
    'suites/letters/eu/001.yaml': JUDGED,
    'configs/sorter.yaml': `name: sorter-v1\nprovider: openai\nmodel: small\nsystem_prompt: Answer with one word.\ntemperature: 0.3\nmax_tokens: 50\nseed: 42\n${access}`,
    'configs/strict_judge.yaml': `name: strict-judge\nprovider: openai\nmodel: strict-model\nsystem_prompt: You are strict about kindness.\n${access}`,
    'baselines/basic/sorter-v1.json': JSON.stringify({
      baseline_version: 1,
      suite: 'basic',
      target: { name: 'sorter-v1', provider: 'openai' },
      assay_version: '0.0.0',
      date: '2026-01-01',
      cases: {},
    }),
  });
  return { ...workspace, server };
}

const GLAD = () => 'GLAD';

describe('a folder of test cases', () => {
  test('is run as one suite with a config as its target', async () => {
    const { folder, rows, server } = await project(GLAD);
    const { exitCode, stdout } = await runAssay(['run', 'suites/basic', '--target', 'configs/sorter.yaml'], { cwd: folder });
    expect((await rows()).map(({ suite, caseId, target, score, source }) => ({ suite, caseId, target, score, source }))).toEqual([
      { suite: 'basic', caseId: 'a', target: 'sorter-v1', score: 1, source: 'suites/basic/001.yaml:1:1' },
      { suite: 'basic', caseId: 'b', target: 'sorter-v1', score: 0.25, source: 'suites/basic/002.yaml:1:1' },
    ]);
    expect(stdout).toMatch(/basic +sorter-v1 +2 +1 +1/u);
    expect(exitCode).toBe(1);
    const [request] = server.requests;
    expect(request?.body).toMatchObject({ model: 'small', temperature: 0.3, max_tokens: 50, seed: 42 });
    expect(request?.text).toMatch(/Answer with one word\.[\s\S]*You sort reviews\.[\s\S]*Name the mood of this review as GLAD or SAD\.\n\nReview [ab]$/u);
  });

  test('every folder is a suite; configs and baselines are checked as what they are', async () => {
    const { folder } = await project(GLAD);
    const { exitCode, stdout } = await runAssay(['validate', '.', '--verbose'], { cwd: folder });
    expect(stdout).toContain('valid: 2 suites, 3 cases, 3 other files, 0 errors, 0 warnings');
    expect(stdout).toContain('checked configs/sorter.yaml: file of targets (sorter-v1)');
    expect(stdout).toContain('checked baselines/basic/sorter-v1.json: baseline');
    expect(exitCode).toBe(0);
  });

  test.each([
    [['suites/basic', '--id', 'b'], ['basic b']],
    [['suites/basic', '--tag', 'difficulty:hard'], ['basic b']],
    [['suites', '--tag', 'domain:reviews'], ['basic a', 'basic b']],
    [['suites/basic/00[1]*.yaml'], ['basic a']],
    [['suites/basic/001.yaml', 'suites/basic/002.yaml'], ['basic a', 'basic b']],
    [['suites/basic/001.yaml'], ['basic a']],
  ])('run %j', async (args, cases) => {
    const { folder, rows } = await project(GLAD);
    await runAssay(['run', ...args, '--target', 'configs/sorter.yaml'], { cwd: folder });
    expect((await rows()).map(({ suite, caseId }) => `${suite} ${caseId}`).toSorted()).toEqual(cases);
  });

  test('findings of all its files are listed, and nothing is sent', async () => {
    const { folder, write, server } = await project(GLAD);
    await write({ 'suites/basic/003.yaml': testCase('a', 'GLAD').replace('exact_match', 'exact_mach') });
    const { exitCode, stderr } = await runAssay(['run', 'suites', '--target', 'configs/sorter.yaml'], { cwd: folder });
    expect(stderr).toMatch(/suites\/basic\/003\.yaml:1:5: error: two cases have the id "a"\n +suites\/basic\/001\.yaml:1:5: the first one is here/u);
    expect(stderr).toMatch(/suites\/basic\/003\.yaml:10:11: error: criterion "label": unknown rule "exact_mach"/u);
    expect(server.requests).toEqual([]);
    expect(exitCode).toBe(2);
  });

  test('its cases are printed as a dataset', async () => {
    const { folder, write } = await project(GLAD);
    const { stdout } = await runAssay(['cases', 'suites', '--json'], { cwd: folder });
    await write({ 'all.jsonl': stdout });
    const again = await runAssay(['cases', 'all.jsonl', '--json'], { cwd: folder });
    expect(again).toMatchObject({ stdout, stderr: '' });
  });
});

describe('a config as the judge', () => {
  test('its system prompt arrives with task, input, expected and actual output, and its scale is brought to 0 to 1', async () => {
    const { folder, rows, server } = await project((request) =>
      isJudge(request) ? JSON.stringify({ reflection: 'Friendly.', hits: [], misses: [], classification: 4 }) : 'Thanks a lot!',
    );
    const { exitCode } = await runAssay(
      ['run', 'suites/letters', '--target', 'configs/sorter.yaml', '--judge', 'configs/strict_judge.yaml'],
      { cwd: folder },
    );
    const [row] = await rows();
    expect(row).toMatchObject({ suite: 'letters__eu', score: 0.8, verdict: 'pass', evaluators: [{ name: 'kindness', type: 'rubric_score', weight: 1 }] });
    expect(row?.evaluators[0]?.judges).toMatchObject([{ id: 'strict-judge', score: 0.8, reflection: 'Friendly.' }]);
    const judged = server.requests.filter(isJudge);
    expect(judged).toHaveLength(1);
    for (const part of ['You are strict about kindness.', 'Is it kind?', 'Thank the customer.', 'I like it.', 'Thank you!', 'Thanks a lot!', 'from 0 to 5']) {
      expect(judged[0]?.text).toContain(part);
    }
    expect(exitCode).toBe(0);
  });
});
