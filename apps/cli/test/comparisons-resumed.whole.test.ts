import { setTimeout as sleep } from 'node:timers/promises';
import { WAITS_FOR_OTHERS } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import type { ChatAnswer, ChatRequest } from './support/servers/chat-server.js';
import { best, CASE, graded, honest, last, project } from './support/projects/compared-replies.js';
import { runAssay } from './support/commands/warm-assay.js';
import type { Workspace } from './support/projects/workspace.js';

describe('a run that ends while rows wait', () => {
  test.each(['SIGINT', 'SIGKILL'] as const)('%s: the rows are kept, as waiting', async (signal) => {
    const { server, workspace, args } = await project({ judge: () => ({ hang: true }) });
    const { child, finished } = startAssay(args(['short', 'long'], ['--json']), { cwd: workspace.folder });
    while (!server.requests.some(({ model }) => model === 'judge')) await sleep(20);
    child.kill(signal);
    const { exitCode, stdout } = await finished;
    const rows = await workspace.rows();
    expect(rows.map((row) => [row.status, row.score, best(row)?.error?.code])).toEqual([
      ['partial', 1, WAITS_FOR_OTHERS],
      ['partial', 1, WAITS_FOR_OTHERS],
    ]);
    expect(exitCode).toBe(signal === 'SIGINT' ? 130 : null);
    if (signal === 'SIGINT') expect(JSON.parse(stdout)).toMatchObject({ outcome: 'interrupted', groups: [{ trials: 1, partial: 1 }, { trials: 1, partial: 1 }] });
  });
});

describe('a run that goes on', () => {
  test.each(['1', '0'])('compares the rows that wait, and asks no target and no other judge again; each counts once (weight %s)', async (weight) => {
    let hangs = true;
    const suite = `evalcases:\n${CASE.replace('criteria: Tells more', `criteria: Tells more, weight: ${weight}`)}      - {type: rubric, rubrics: [Is polite]}\n`;
    const judge = (request: ChatRequest): ChatAnswer => {
      if (!request.text.includes('FIRST_BETTER')) return graded('FULLY_MET');
      return hangs ? { hang: true } : honest(request);
    };
    const { server, workspace, args } = await project({ suite, judge });
    const { child, finished } = startAssay(args(['short', 'long']), { cwd: workspace.folder });
    while (!server.requests.some(({ text }) => text.includes('FIRST_BETTER'))) await sleep(20);
    child.kill('SIGKILL');
    await finished;
    hangs = false;
    const before = server.requests.length;
    const { stdout } = await runAssay(['run', '--resume', '--json'], { cwd: workspace.folder });
    expect(server.requests.slice(before).map(({ model, text }) => [model, text.includes('FIRST_BETTER')])).toEqual([['judge', true], ['judge', true]]);
    const rows = last(await workspace.rows());
    expect(best(rows.get('long'))).toMatchObject({ score: 1, details: { compared_with: ['short'] } });
    expect(best(rows.get('short'))?.score).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, groups: [{ target: 'short', trials: 1, partial: 0 }, { target: 'long', trials: 1, partial: 0 }] });
  });
});

describe('replies that have their places', () => {
  const PROMPTS = (names: readonly string[]): string => `prompts:\n${names.map((name) => `  - { name: ${name}, text: '${name} {{ input }}' }\n`).join('')}evalcases:\n${CASE}`;
  const placesOf = async ({ rows }: Pick<Workspace, 'rows'>): Promise<object> =>
    Object.fromEntries([...last(await rows(), ({ variant }) => variant.label)].map(([label, row]) => [label, best(row)?.score]));
  /** The prompt says how long the reply is, which is asked of it no more than once. */
  const byPrompt = ({ text }: ChatRequest): string => `Paris${'!'.repeat(Number(/^p(\d)/u.exec(text)?.[1] ?? 0))}`;

  test('are compared anew when a reply comes that was lost', async () => {
    let broken = true;
    const { server, workspace, run } = await project({ suite: PROMPTS(['p1', 'p2', 'p3']), target: (request) => (broken && request.text.startsWith('p3') ? { status: 500 } : byPrompt(request)) });
    expect((await run(['short'])).exitCode).toBe(1);
    expect(await placesOf(workspace)).toEqual({ 'prompt:p1': 0, 'prompt:p2': 1, 'prompt:p3': undefined });
    broken = false;
    const before = server.requests.filter(({ model }) => model === 'short').length;
    const resumed = await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder });
    expect(resumed.stdout).toContain('0 kept, 1 asked, 2 scored again');
    expect(server.requests.filter(({ model }) => model === 'short').length - before).toBe(1);
    expect(await placesOf(workspace)).toEqual({ 'prompt:p1': 0, 'prompt:p2': 0, 'prompt:p3': 1 });
    expect((await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder })).stdout).toContain('3 kept, 0 asked, 0 scored again');
  });

  test('are compared anew when one of them is not planned any more, once', async () => {
    const { workspace, run } = await project({ suite: PROMPTS(['p1', 'p2', 'p3']), target: byPrompt });
    await run(['short']);
    await workspace.write({ 'suite.yaml': PROMPTS(['p1', 'p2']) });
    const plan = JSON.parse((await runAssay(['run', '--resume', 'latest', '--dry-run', '--json'], { cwd: workspace.folder })).stdout) as object;
    expect(plan).toMatchObject({ rescored: 2 });
    expect((await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder })).stdout).toContain('0 kept, 0 asked, 2 scored again');
    expect(await placesOf(workspace)).toMatchObject({ 'prompt:p1': 0, 'prompt:p2': 1 });
    expect((await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder })).stdout).toContain('2 kept, 0 asked, 0 scored again');
  });

  test('are compared anew when one of them was asked otherwise, once', async () => {
    const { workspace, run } = await project({ suite: PROMPTS(['p1', 'p2', 'p3']), target: byPrompt });
    await run(['short']);
    await workspace.write({ 'suite.yaml': PROMPTS(['p1', 'p2', 'p3']).replace("text: 'p1 ", "text: 'p9 ") });
    expect((await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder })).stdout).toContain('0 kept, 1 asked, 2 scored again');
    expect(await placesOf(workspace)).toEqual({ 'prompt:p1': 1, 'prompt:p2': 0, 'prompt:p3': 0 });
    expect((await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder })).stdout).toContain('3 kept, 0 asked, 0 scored again');
  });

  describe('of which one is lost each time', () => {
    /** A case that a judge grades too, beside the comparison. */
    const GRADED = `evalcases:\n${CASE}      - {type: rubric, rubrics: [Is polite]}\n`;
    const isPlace = ({ text }: ChatRequest): boolean => text.includes('FIRST_BETTER');
    const NAMES = ['short', 'long', 'longest'] as const;
    const figures = (stdout: string) => (JSON.parse(stdout) as { readonly resumed: object; readonly groups: readonly { readonly target: string }[] });

    test('and nobody judges the others again, whose rows stay as they were', async () => {
      let broken = true;
      const target = ({ model }: ChatRequest): ChatAnswer => (broken && model === 'longest' ? { status: 500 } : `It is Paris${'!'.repeat(model.length)}`);
      const { server, workspace, run } = await project({ suite: GRADED, target, judge: (request) => (isPlace(request) ? honest(request) : graded('FULLY_MET')) });
      await run(NAMES);
      const before = last(await workspace.rows());
      for (let time = 0; time < 2; time += 1) {
        server.requests.length = 0;
        const plan = JSON.parse((await runAssay(['run', '--resume', 'latest', '--dry-run', '--json'], { cwd: workspace.folder })).stdout) as { readonly spending: readonly { readonly role: string; readonly requests: number }[] };
        expect(plan.spending.filter(({ role }) => role === 'judge')).toMatchObject([{ requests: 1 }]);
        const { stdout } = await runAssay(['run', '--resume', 'latest', '--json'], { cwd: workspace.folder });
        expect(server.requests.map(({ model }) => model)).toEqual(['longest']);
        expect(figures(stdout).resumed).toMatchObject({ kept: 2, asked: 1, rescored: 0 });
        const after = last(await workspace.rows());
        for (const name of ['short', 'long']) expect(after.get(name)).toEqual(before.get(name));
      }
      broken = false;
      server.requests.length = 0;
      const { stdout } = await runAssay(['run', '--resume', 'latest', '--json'], { cwd: workspace.folder });
      // The new reply is graded, and the three are compared: each two in both orders.
      expect(server.requests.filter(({ model }) => model === 'judge').map(isPlace).toSorted()).toEqual([false, ...Array.from({ length: 6 }, () => true)]);
      expect(figures(stdout).resumed).toMatchObject({ kept: 0, asked: 1, rescored: 2 });
      const rows = last(await workspace.rows());
      expect(NAMES.map((name) => best(rows.get(name))?.score)).toEqual([0, 0, 1]);
      // What comparing took before is no part of it any more.
      for (const row of rows.values()) expect(row.judgeUsage).toEqual(row.evaluators.reduce((sum, { judgeUsage: usage }) => ({ inputTokens: sum.inputTokens + (usage?.inputTokens ?? 0), outputTokens: sum.outputTokens + (usage?.outputTokens ?? 0) }), { inputTokens: 0, outputTokens: 0 }));
    });

    test('by its judge: it alone is graded again, and the places stay', async () => {
      const judge = (request: ChatRequest): ChatAnswer => (isPlace(request) ? honest(request) : request.text.includes('of course') ? { status: 500 } : graded('FULLY_MET'));
      const { server, workspace, run } = await project({ suite: GRADED.replace('type: rubric,', 'type: rubric, required: true,'), judge });
      await run(NAMES);
      const before = last(await workspace.rows());
      expect(before.get('longest')).toMatchObject({ verdict: null });
      server.requests.length = 0;
      const { stdout } = await runAssay(['run', '--resume', 'latest', '--json'], { cwd: workspace.folder });
      expect(server.requests.map((request) => [request.model, isPlace(request)])).toEqual([['judge', false]]);
      expect(figures(stdout).resumed).toMatchObject({ kept: 2, asked: 0, rescored: 1 });
      const after = last(await workspace.rows());
      for (const name of ['short', 'long']) expect(after.get(name)).toEqual(before.get(name));
      expect(best(after.get('longest'))).toEqual(best(before.get('longest')));
    });

    test('by the judge that compares: what has a score of its own is not graded again', async () => {
      const { server, workspace, run } = await project({ suite: GRADED, judge: (request) => (isPlace(request) ? { status: 500 } : graded('FULLY_MET')) });
      await run(['short', 'long']);
      server.requests.length = 0;
      await runAssay(['run', '--resume', 'latest'], { cwd: workspace.folder });
      expect(server.requests.filter((request) => !isPlace(request))).toEqual([]);
    });
  });
});
