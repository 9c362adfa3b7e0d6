import { setTimeout as sleep } from 'node:timers/promises';
import { WAITS_FOR_OTHERS } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import type { ChatAnswer, ChatRequest } from './support/servers/chat-server.js';
import { best, CASE, graded, honest, last, project } from './support/projects/compared-replies.js';
import { runAssay } from './support/commands/warm-assay.js';

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
