import { describe, expect, test } from 'vitest';
import { startChatServer, type ChatAnswer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASES = 200;
const AT_ONCE = 50;
const DOWN: ChatAnswer = { status: 503, body: '{"error":{"message":"no backend"}}' };

const caseLines = (evaluator: string): string =>
  Array.from({ length: CASES }, (_, n) => `  - {id: c${n}, expected_outcome: says 42, input: question ${n}, evaluators: [${evaluator}]}`).join('\n');

async function project(answer: (model: string, asked: number) => ChatAnswer, evaluator = '{type: contains, value: "42"}') {
  const asked: Record<string, number> = {};
  const server = await startChatServer(({ model }) => {
    asked[model] = (asked[model] ?? 0) + 1;
    return answer(model, asked[model]);
  });
  const named = ['agent', 'steady', 'judge'].map(
    (name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test}`,
  );
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n${caseLines(evaluator)}\n`,
    '.assay/targets.yaml': `targets:\n${named.join('\n')}\n`,
  });
  const run = (...args: string[]) =>
    runAssay(['run', 'suite.yaml', '--concurrency', String(AT_ONCE), '--max-retries', '0', ...args], { cwd: workspace.folder });
  return { asked, workspace, run };
}

describe('a target that fails as often in a row as it is asked at once, and at least 10 times, is not asked any more', () => {
  test('with 50 at once: requests under way finish, all others fail at once, and the run stays undecided', async () => {
    const { asked, workspace, run } = await project(() => DOWN);
    const { exitCode, stdout, stderr } = await run('--target', 'agent');
    expect(asked['agent']).toBeGreaterThanOrEqual(AT_ONCE);
    expect(asked['agent']).toBeLessThan(AT_ONCE + 10);

    const rows = await workspace.rows();
    const refused = rows.filter(({ error }) => error?.code === 'unavailable');
    expect(rows).toHaveLength(CASES);
    expect(rows.every(({ status, score, latencyMs }) => status === 'error' && score === null && latencyMs === null)).toBe(true);
    expect(refused).toHaveLength(CASES - (asked['agent'] ?? 0));
    expect(refused[0]?.error).toMatchObject({
      message: expect.stringMatching(/^target "agent" was not asked: 50 requests in a row failed, the last one with: .*no backend/u),
      hint: expect.stringContaining('--filter-failed'),
    });

    expect(stderr.match(/target "agent" was given up/gu)).toHaveLength(1);
    expect(stdout.replaceAll(/\s+/gu, ' ')).toContain('target "agent" was given up after 50 failed requests in a row, the last one with:');
    expect(exitCode).toBe(3);
  });

  test('other targets go on', async () => {
    const { workspace, asked, run } = await project((model) => (model === 'agent' ? DOWN : 'It is 42.'));
    const { exitCode } = await run('--target', 'agent', '--target', 'steady');
    const rows = await workspace.rows();
    expect(asked['steady']).toBe(CASES);
    expect(rows.filter(({ target, verdict }) => target === 'steady' && verdict === 'pass')).toHaveLength(CASES);
    expect(exitCode).toBe(3);
  });

  test('a judge is given up in the same way: what it should have judged is unscored', async () => {
    const { asked, workspace, run } = await project((model) => (model === 'judge' ? DOWN : 'It is 42.'), 'llm_judge');
    const { exitCode, stdout } = await run('--target', 'agent', '--judge', 'judge');
    expect(asked['agent']).toBe(CASES);
    expect(asked['judge']).toBeLessThan(AT_ONCE + 10);
    const rows = await workspace.rows();
    expect(rows.every(({ score }) => score === null)).toBe(true);
    expect(rows.some(({ evaluators }) => evaluators[0]?.judges?.[0]?.error?.code === 'unavailable')).toBe(true);
    expect(stdout).toContain('target "judge" was given up');
    expect(exitCode).toBe(3);
  });

  test('a target that recovers in time is asked to the end, and a failed case still decides the run', async () => {
    const { asked, run } = await project((_, count) => (count % 10 === 0 ? 'I do not know.' : DOWN));
    const { exitCode, stderr } = await run('--target', 'agent', '--concurrency', '1');
    expect(asked['agent']).toBe(CASES);
    expect(stderr).not.toContain('given up');
    expect(exitCode).toBe(1);
  });

  test('it is no warning about a file: --strict changes nothing of it', async () => {
    const { workspace, run } = await project(() => DOWN);
    expect((await run('--target', 'agent', '--strict')).exitCode).toBe(3);
    expect(await workspace.rows()).toHaveLength(CASES);
  });
});
