import { redisPresence, startRedis, type RedisServer } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { answer, EACH, lenderProject, type LenderProject } from './support/projects/lender-project.js';
import { runAssay } from './support/commands/warm-assay.js';

const { absent, note } = redisPresence();
const SECRET = 'a-secret-of-the-lenders-3';
const CASES = 6;

let redis: RedisServer;
let queues = 0;
beforeAll(async () => {
  if (!absent) redis = await startRedis();
});
afterAll(() => redis?.close());

/** The project with its one case so many times, each of them asking what no other asks. */
async function withCases(project: LenderProject, count = CASES): Promise<LenderProject> {
  const [head = '', ...entry] = (await project.read('evals/a.yaml')).split(/(?<=^tests:\n)/mu);
  const cases = Array.from({ length: count }, (_, index) => entry.join('').replace('passages', `c${index}`).replaceAll(/the warranty, a recipe|a poem/gu, (text) => `${text} ${index}`));
  await project.write({ 'evals/a.yaml': `${head}${cases.join('')}` });
  return project;
}

/** Commands on a queue that no other test knows. */
function onQueue({ folder: cwd, env }: LenderProject) {
  const queue = `${redis.url}?prefix=lent${(queues += 1)}&patience=5`;
  const more = ['--target', 'bot', '--queue', queue];
  const options = { cwd, env: { ASSAY_QUEUE_SECRET: SECRET, ...env } };
  const run = (...args: readonly string[]) => runAssay(['run', ...args, ...more], options);
  const startWorker = () => {
    const worker = startAssay(['worker', '--concurrency', '2', ...more], options);
    onTestFinished(async () => {
      worker.child.kill('SIGTERM');
      await worker.finished;
    });
    return worker;
  };
  return { run, startWorker };
}

describe.skipIf(absent)(`scripts that ask a judge, on the workers of a queue${note}`, { timeout: 120_000 }, () => {
  test('each is counted and limited for itself, and the rows have what it took', async () => {
    const project = await withCases(await lenderProject(EACH, '{ max_calls: 3 }'));
    const { run, startWorker } = onQueue(project);
    const workers = [startWorker(), startWorker()];
    const { exitCode, stdout, stderr } = await run('evals/a.yaml', '--threshold', '0.4', '--json');
    const rows = await project.rows();
    expect({ exitCode, stderr, rows: rows.length }).toMatchObject({ exitCode: 0, rows: CASES });
    for (const { caseId, status, score, judgeUsage, judgeCostUsd, evaluators } of rows) {
      expect({ caseId, status, score, judgeUsage }).toEqual({ caseId, status: 'partial', score: 0.5, judgeUsage: { inputTokens: 60, outputTokens: 30 } });
      expect(judgeCostUsd).toBeCloseTo(0.09);
      expect(evaluators).toMatchObject([
        { details: { errors: ['429 Max calls exceeded (limit: 3)'] }, warnings: ['the script asked 1 more than the 3 questions that max_calls allows; these were refused'] },
      ]);
    }
    expect(project.asked).toHaveLength(3 * CASES);
    expect(JSON.parse(stdout)).toMatchObject({ groups: [{ trials: CASES, judge_cost_usd: expect.closeTo(0.09 * CASES) as number }] });
    const drained = workers.map(async ({ child, finished }) => {
      child.kill('SIGTERM');
      return (await finished).exitCode;
    });
    expect(await Promise.all(drained)).toEqual([0, 0]);
  });

  test('a worker that dies while its script waits for the judge has no row: the next one asks again, from the first question on', async () => {
    let asking: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => {
      asking = resolve;
    });
    const project = await withCases(
      await lenderProject(EACH, '{ max_calls: 4 }', (request) => {
        if (!asking) return answer(request);
        asking();
        asking = undefined;
        return { hang: true };
      }),
      1,
    );
    const { run, startWorker } = onQueue(project);
    const dying = startWorker();
    const running = run('evals/a.yaml', '--threshold', '0.5', '--json');
    await begun;
    dying.child.kill('SIGKILL');
    startWorker();
    const { exitCode, stderr } = await running;
    expect({ exitCode, stderr, rows: await project.rows() }).toMatchObject({
      exitCode: 0,
      rows: [{ status: 'ok', score: 0.5, judgeUsage: { inputTokens: 80, outputTokens: 40 }, evaluators: [{ details: { errors: [] } }] }],
    });
    expect(project.asked).toHaveLength(5);
  });
});
