import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/index.js';
import { runAssay } from '../../support/commands/warm-assay.js';
import { custom, DOWN, FIRST, FIVE, GPT, judgedBy, judgedTogether, POINTS, SECOND, SONNET, testApproaches, testFinerClasses, testFiveClasses } from '../../support/projects/blueprint-judges.js';
import { outputLines, pointScores, pointsOf, targetLine } from '../../support/projects/blueprints.js';
import { startChatServer } from '../../support/servers/chat-server.js';
import { createWorkspace } from '../../support/projects/workspace.js';

/** Panels of judges that a blueprint names, and those of blueprints that name none. */

describe('judges that the blueprint names', () => {
  test('all of them judge every point, at temperature 0; the score is the mean of their votes', async () => {
    const votes = { [SONNET]: { 'the quiet': 'FULLY_MET', 'the cost': 'HALF_MET' }, [GPT]: { 'the quiet': 'LARGELY_MET', 'the cost': 'NOT_MET' } };
    const { workspace, asked, requests } = await judgedBy(custom(FIRST + SECOND, '    useExperimentalScale: true\n'), votes);
    const { exitCode, stderr } = await runAssay(['score', 'b.yml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect(stderr).not.toContain('error');
    const [row] = await workspace.rows();
    if (!row) expect.fail('there is no row');
    expect(pointScores(row)).toEqual([0.875, 0.25]);
    expect(row).toMatchObject({ score: 0.5625, status: 'ok', warnings: [expect.stringContaining('judges disagree: 0 to 0.5')] });
    expect(pointsOf(row)[0]?.judges).toMatchObject([
      { id: 'primary-judge', model: SONNET, score: 1, reflection: 'It is FULLY_MET.' },
      { id: 'secondary-judge', model: GPT, score: 0.75 },
    ]);
    expect([asked(SONNET), asked(GPT)]).toEqual([2, 2]);
    expect(requests.map(({ body }) => body['temperature'])).toEqual([0, 0, 0, 0]);
    expect((await workspace.manifest()).judges).toEqual(['primary-judge', 'secondary-judge']);
    expect(exitCode).toBe(1);
  });

  testApproaches(['holistic']);

  test.concurrent('the id may be left out: then it is the model', async () => {
    const { row } = await judgedTogether(custom(FIRST.replace("- id: 'primary-judge'\n        model", '- model')), { [SONNET]: { 'the quiet': 'FULLY_MET', 'the cost': 'FULLY_MET' } });
    expect(pointsOf(row)[0]?.judges?.map(({ id }) => id)).toEqual([SONNET]);
  });

  test.concurrent('judgeModels is the older way to name them, and judgeMode failover asks all of them nevertheless', async () => {
    const header = `models: [x]\nevaluationConfig:\n  llm-coverage:\n    judgeModels: ["${SONNET}", "${GPT}"]\n    judgeMode: failover\n`;
    const { row, asked } = await judgedTogether(header + POINTS, { [SONNET]: { 'the quiet': 'FULLY_MET', 'the cost': 'FULLY_MET' }, [GPT]: { 'the quiet': 'HALF_MET', 'the cost': 'HALF_MET' } });
    expect(row.score).toBe(0.75);
    expect([asked(SONNET), asked(GPT)]).toEqual([2, 2]);
  });
});

describe.concurrent('scales', () => {
  testFiveClasses([['NOT_MET', 0], ['FULLY_MET', 1]]);

  testFinerClasses([
    ['HINTED', 0.001], ['PARTLY_MET', 0.375],
  ]);

  test.concurrent('a class of the other scale is no assessment: the judge is asked again, then its points are unscored', async () => {
    const { row, asked } = await judgedTogether(FIVE, { [SONNET]: { 'the quiet': 'NEARLY_FULLY_MET', 'the cost': 'FULLY_MET' } });
    expect(pointScores(row)).toEqual([null, 1]);
    expect(row).toMatchObject({ score: 1, status: 'partial', scoreBounds: { worst: 0.5, best: 1 } });
    expect(asked(SONNET)).toBe(3);
  });
});

describe('judges that fail', () => {
  const MET = { 'the quiet': 'FULLY_MET', 'the cost': 'LARGELY_MET' };

  test('one of them: the mean of those that succeeded, a warning, and the row says partial', async () => {
    const { score } = await judgedBy(custom(FIRST + SECOND), { [SONNET]: DOWN, [GPT]: MET });
    const row = await score();
    expect(row).toMatchObject({ score: 0.875, status: 'partial', scoreBounds: { worst: 0.875, best: 0.875 } });
    expect(row.warnings.join('\n')).toContain('primary-judge');
  });

  test('a reply that cannot be read counts as a failure, never as 0', async () => {
    const { score } = await judgedBy(custom(FIRST + SECOND), { [SONNET]: 'I like trams.', [GPT]: MET });
    expect((await score()).score).toBe(0.875);
  });

  test('all of them: unscored; neither the default backup nor another one of the run is asked', async () => {
    const spare = 'anthropic:claude-3.5-haiku';
    const points = `${POINTS}    - $contains: quiet\n`;
    const { score, asked } = await judgedBy(custom(FIRST + SECOND, '', points), { [SONNET]: DOWN, [GPT]: DOWN, [spare]: MET });
    const row = await score({ backupJudge: spare });
    expect(pointScores(row)).toEqual([null, null, 1]);
    expect(row).toMatchObject({ score: 1, status: 'partial', scoreBounds: { worst: 1 / 3, best: 1 } });
    expect(pointsOf(row)[0]?.error?.message).toMatch(/primary-judge[\s\S]*secondary-judge/u);
    expect(asked(spare)).toBe(0);
  });

  test('all of them, with a backup that the blueprint names: it is asked', async () => {
    const spare = 'openai:gpt-4.1';
    const { score, asked } = await judgedBy(custom(FIRST + SECOND, `    backup: { id: spare, model: '${spare}', approach: holistic }\n`), { [SONNET]: DOWN, [GPT]: DOWN, [spare]: MET });
    const row = await score();
    expect(row).toMatchObject({ score: 0.875, status: 'partial' });
    expect(pointsOf(row)[0]?.judges?.at(-1)).toMatchObject({ id: 'spare', backup: true, score: 1 });
    expect(asked(spare)).toBe(2);
  });
});

describe('a blueprint that names no judges', () => {
  const QWEN = 'openrouter:qwen/qwen3-30b-a3b-instruct-2507';
  const OSS = 'openrouter:openai/gpt-oss-120b';
  const HAIKU = 'anthropic:claude-3.5-haiku';
  const PLAIN = `title: T\n${POINTS}`;
  const MET = { 'the quiet': 'FULLY_MET', 'the cost': 'FULLY_MET' };
  const HALF = { 'the quiet': 'HALF_MET', 'the cost': 'HALF_MET' };

  test('is judged by the default panel of two; its backup is not asked while one of them answers', async () => {
    const { score, asked } = await judgedBy(PLAIN, { [QWEN]: MET, [OSS]: HALF, [HAIKU]: HALF });
    const row = await score();
    expect(row).toMatchObject({ score: 0.75, status: 'ok' });
    expect(pointsOf(row)[0]?.judges?.map(({ id, model }) => [id, model])).toEqual([
      ['holistic-openai-gpt-oss-120b', OSS],
      ['holistic-qwen3-30b-a3b-instruct-2507', QWEN],
    ]);
    expect([asked(QWEN), asked(OSS), asked(HAIKU)]).toEqual([2, 2, 0]);
    const oneDown = await judgedBy(PLAIN, { [QWEN]: DOWN, [OSS]: HALF, [HAIKU]: MET });
    expect(await oneDown.score()).toMatchObject({ score: 0.5, status: 'partial' });
    expect(oneDown.asked(HAIKU)).toBe(0);
  });

  test('when both failed, the default backup is asked', async () => {
    const { score, asked, requests } = await judgedBy(PLAIN, { [QWEN]: DOWN, [OSS]: 'Trams!', [HAIKU]: MET });
    const row = await score();
    expect(row).toMatchObject({ score: 1, status: 'partial' });
    expect(pointsOf(row)[0]?.judges?.at(-1)).toMatchObject({ model: HAIKU, backup: true, score: 1 });
    expect(asked(HAIKU)).toBe(2);
    expect(requests.some(({ path }) => path.endsWith('/messages'))).toBe(true);
  });

  test('when the backup fails too, there is no score', async () => {
    const { score } = await judgedBy(PLAIN, { [QWEN]: DOWN, [OSS]: DOWN, [HAIKU]: DOWN });
    expect(await score()).toMatchObject({ score: null, verdict: null, status: 'error', scoreBounds: { worst: 0, best: 1 } });
  });

  test('without a key of the default judges, nothing is asked, and the error says which', async () => {
    const workspace = await createWorkspace({ 'b.yml': PLAIN, 'out.jsonl': outputLines({ p1: 'Quiet.' }) });
    const { exitCode, stderr } = await runAssay(['score', 'b.yml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect(stderr).toMatch(/holistic-\S+.*default panel[\s\S]*OPENROUTER_API_KEY/u);
    expect(exitCode).toBe(2);
  });

  test('and has no judged points needs no judges', async () => {
    const workspace = await createWorkspace({ 'b.yml': '- { id: p1, prompt: "Q?", should: [{ $contains: Quiet }] }\n', 'out.jsonl': outputLines({ p1: 'Quiet.' }) });
    await evaluate({ files: 'b.yml', cwd: workspace.folder, env: {}, outputs: 'out.jsonl' });
    expect((await workspace.rows())[0]?.score).toBe(1);
  });
});

test('a model of a blueprint that keeps failing is not asked to the end; the others are', async () => {
  const server = await startChatServer(({ model }) => (model === 'broken' ? DOWN : 'yes'));
  const prompts = Array.from({ length: 40 }, (_, n) => `- { id: p${n}, prompt: "Question ${n}?", should: [{ $contains: yes }] }\n`);
  const workspace = await createWorkspace({
    'b.yml': `title: T\nmodels: [broken, steady]\n---\n${prompts.join('')}`,
    '.assay/targets.yaml': `targets:\n${targetLine('broken', server.url)}${targetLine('steady', server.url)}`,
  });
  const { summary } = await evaluate({ files: 'b.yml', cwd: workspace.folder, env: {}, maxRetries: 0, concurrency: 4 });
  const rows = await workspace.rows();
  const asked = server.requests.filter(({ model }) => model === 'broken').length;
  expect(rows).toHaveLength(80);
  expect(asked).toBeGreaterThanOrEqual(10);
  expect(asked).toBeLessThan(10 + 4);
  expect(rows.filter(({ error }) => error?.code === 'unavailable')).toHaveLength(40 - asked);
  expect(rows.filter(({ target, score }) => target === 'steady' && score === 1)).toHaveLength(40);
  expect(summary.outcome).toBe('undecided');
});
