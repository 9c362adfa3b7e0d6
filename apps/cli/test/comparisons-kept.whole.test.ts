import { expect, test } from 'vitest';
import { best, CASE, graded, honest, last, project } from './support/projects/compared-replies.js';
import { runAssay } from './support/commands/warm-assay.js';
import type { ChatAnswer, ChatRequest } from './support/servers/chat-server.js';

const withRubric = (line: string): string => `evalcases:\n${CASE}      - {type: rubric, rubrics: [${line}]}\n`;

/** Each question costs a judge the same. */
const QUESTION_USD = 0.2;
/** Both orders of a pair are asked, and each of the two replies has half of it. */
const COMPARING_USD = QUESTION_USD;

async function rescoredBesideItsPlace({ cache }: { readonly cache: boolean }) {
  let broken = true;
  const judge = (request: ChatRequest): ChatAnswer => {
    if (request.text.includes('FIRST_BETTER')) return honest(request);
    return broken && request.text.includes('Is kind') && !request.text.includes('Seine') ? { status: 500 } : graded('FULLY_MET');
  };
  const { server, workspace, run } = await project({ suite: withRubric('Is polite'), judge });
  await workspace.write({ '.assay/config.yaml': "prices: {'openai:*': {input: 10000, output: 0}}\n" });
  const more = cache ? ['--cache'] : [];
  expect((await run(['short', 'long'], ...more)).exitCode).toBe(0);
  await workspace.write({ 'suite.yaml': withRubric('Is kind') });
  await run(['short', 'long'], ...more, '--out', 'again');
  broken = false;
  const before = server.requests.length;
  const { stdout } = await runAssay(['run', '--resume', 'again', '--json'], { cwd: workspace.folder });
  expect(server.requests.slice(before).map(({ text }) => text.includes('Is kind'))).toEqual([true]);
  const row = last(await workspace.rows('again')).get('short');
  expect(best(row)).toMatchObject({ score: 0, judgeCostUsd: COMPARING_USD });
  expect(row?.judgeCostUsd).toBeCloseTo(QUESTION_USD + COMPARING_USD, 9);
  return { row, summary: JSON.parse(stdout) as { readonly resumed: { readonly cost_usd: number }; readonly groups: readonly { readonly target: string; readonly judge_cost_usd: number }[] } };
}

test('a reply that its own judge is asked about again, beside a place that came out of the cache: that stays saved', async () => {
  const { row, summary } = await rescoredBesideItsPlace({ cache: true });
  expect(row?.saved?.judgeCostUsd).toBeCloseTo(COMPARING_USD, 9);
  expect(summary.groups.find(({ target }) => target === 'short')?.judge_cost_usd).toBeCloseTo(QUESTION_USD, 9);
  expect(summary.resumed.cost_usd).toBeCloseTo(QUESTION_USD, 9);
});

test('the same without a cache: the place was paid for, and not by the part that goes on', async () => {
  const { row, summary } = await rescoredBesideItsPlace({ cache: false });
  expect(row?.saved).toBeUndefined();
  expect(summary.groups.find(({ target }) => target === 'short')?.judge_cost_usd).toBeCloseTo(QUESTION_USD + COMPARING_USD, 9);
  expect(summary.resumed.cost_usd).toBeCloseTo(QUESTION_USD, 9);
});
