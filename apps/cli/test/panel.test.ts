import { describe, expect, test } from 'vitest';
import type { Finished } from './support/assay.js';
import { startChatServer, type ChatAnswer, type ChatServer } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const SUITE = `
evalcases:
  - id: greeting
    expected_outcome: Greets politely
    input: Say hello
    rubrics: [Must be polite]
`;

const assessment = (classification: string): string =>
  JSON.stringify({ reflection: `I would say ${classification}.`, hits: [], misses: [], classification });

type Behaviour = ChatAnswer | ChatAnswer[];

/** Targets on one loopback server, a model for each, and what each model answers. */
async function panelProject(
  behaviour: Readonly<Record<string, Behaviour>>,
  config: string,
): Promise<{ workspace: Workspace; server: ChatServer; asked: (model: string) => number }> {
  const asked = (model: string): number => server.requests.filter((request) => request.model === model).length;
  const server: ChatServer = await startChatServer((request) => {
    const answers = behaviour[request.model];
    if (answers === undefined) return { status: 404, body: '{"error":{"message":"no such model"}}' };
    return Array.isArray(answers) ? (answers[Math.min(asked(request.model), answers.length) - 1] ?? '') : answers;
  });
  const targets = Object.keys(behaviour).map(
    (model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`,
  );
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`,
    '.assay/config.yaml': config,
  });
  return { workspace, server, asked };
}

const RUN = ['run', 'suite.yaml', '--target', 'agent', '--max-retries', '1'];
const DOWN: ChatAnswer = { status: 503, headers: { 'retry-after-ms': '1', 'retry-after': '0' }, body: '{"error":{"message":"no backend"}}' };
const RUBBISH = 'I like trains.';

function rubricOf(rows: Awaited<ReturnType<Workspace['rows']>>) {
  const [row] = rows;
  const point = row?.evaluators[0]?.points?.[0];
  return { row, point };
}

async function run(workspace: Workspace, ...more: string[]): Promise<Finished> {
  return runAssay([...RUN, ...more], { cwd: workspace.folder });
}

const THREE = 'judges:\n  panel: [judge-a, judge-b, judge-c]\n';

describe('a panel of three judges over HTTP', () => {
  test('with one answering rubbish and one down: the mean of what is left, notes, partial, and the exit code of the score', async () => {
    const { workspace, asked } = await panelProject(
      { agent: 'Hello, dear guest!', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('FULLY_MET') },
      THREE,
    );
    const finished = await run(workspace);
    const { row, point } = rubricOf(await workspace.rows());

    expect(row).toMatchObject({ status: 'partial', score: 1, verdict: 'pass', scoreBounds: { worst: 1, best: 1 } });
    expect(point?.judges).toEqual([
      expect.objectContaining({ id: 'judge-a', score: null, error: expect.objectContaining({ code: 'bad_reply' }) }),
      expect.objectContaining({ id: 'judge-b', score: null, error: expect.objectContaining({ code: 'server', status: 503 }) }),
      expect.objectContaining({ id: 'judge-c', score: 1, reflection: 'I would say FULLY_MET.' }),
    ]);
    expect(row?.warnings.join('\n')).toMatch(/judge-a[\s\S]*judge-b/u);
    expect(finished.exitCode).toBe(0);
    expect(finished.stdout).toContain('judge-a');
    expect(asked('judge-a')).toBe(2); // asked once more for a reply that can be read
    expect(asked('judge-b')).toBe(2); // tried once more, as --max-retries says
  });

  test('a lost judge does not hide a failed case', async () => {
    const { workspace } = await panelProject(
      { agent: 'Go away.', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('NOT_MET') },
      THREE,
    );
    const finished = await run(workspace);
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'partial', score: 0, verdict: 'fail' });
    expect(finished.exitCode).toBe(1);
  });

  test('below a configured quorum the criterion is unscored and the run undecided', async () => {
    const { workspace } = await panelProject(
      { agent: 'Hello!', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('FULLY_MET') },
      `${THREE}  quorum: 2\n`,
    );
    const finished = await run(workspace);
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'error', score: null, verdict: null, scoreBounds: { worst: 0, best: 1 } });
    expect(finished.exitCode).toBe(3);
  });

  test('with all three down and no backup: unscored with every judge named, never 0, exit 3', async () => {
    const { workspace } = await panelProject({ agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': RUBBISH }, THREE);
    const finished = await run(workspace);
    const { row, point } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ status: 'error', score: null, verdict: null, scoreBounds: { worst: 0, best: 1 } });
    expect(point?.score).toBeNull();
    expect(point?.error?.message).toMatch(/judge-a[\s\S]*judge-b[\s\S]*judge-c/u);
    expect(finished.exitCode).toBe(3);
    expect(finished.stdout).toContain('judge-c');
  });

  test('with all three down and a backup: the backup scores, the row says so, and the exit code is that of the score', async () => {
    const { workspace, asked } = await panelProject(
      { agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': RUBBISH, spare: assessment('FULLY_MET') },
      `${THREE}  backup: spare\n`,
    );
    const finished = await run(workspace);
    const { row, point } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ status: 'partial', score: 1, verdict: 'pass' });
    expect(point?.judges?.at(-1)).toMatchObject({ id: 'spare', backup: true, score: 1 });
    expect(row?.warnings.join('\n')).toContain('spare');
    expect(asked('spare')).toBe(1);
    expect(finished.exitCode).toBe(0);
  });

  test('the backup is not asked while one primary judge succeeds', async () => {
    const { workspace, asked } = await panelProject(
      { agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': assessment('LARGELY_MET'), spare: assessment('NOT_MET') },
      `${THREE}  backup: spare\n`,
    );
    await run(workspace);
    expect(rubricOf(await workspace.rows()).row?.score).toBe(0.75);
    expect(asked('spare')).toBe(0);
  });

  test('with the backup down too: unscored, exit 3, also with a threshold', async () => {
    const { workspace } = await panelProject(
      { agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': DOWN, spare: RUBBISH },
      `${THREE}  backup: spare\n`,
    );
    const finished = await run(workspace, '--threshold', '0.5');
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'error', score: null });
    expect(finished.exitCode).toBe(3);
  });

  test('all three in agreement: their mean, status ok, no warning', async () => {
    const { workspace } = await panelProject(
      {
        agent: 'Hello!',
        'judge-a': assessment('FULLY_MET'),
        'judge-b': assessment('LARGELY_MET'),
        'judge-c': assessment('FULLY_MET'),
      },
      THREE,
    );
    const finished = await run(workspace);
    const { row } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ status: 'ok', verdict: 'pass', warnings: [] });
    expect(row?.score).toBeCloseTo(2.75 / 3, 12);
    expect(finished.exitCode).toBe(0);
  });
});
