import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { startAssay } from './support/commands/assay.js';
import { killed } from './support/projects/ended-run.js';
import { dataset, ids, MODEL, project, RUN, untilRows, type Project } from './support/projects/resume-project.js';

const COUNT = 6;

/** A finished run whose judge is asked what a file says, and would say something else now. @param hangs whether the judge never answers, by how often it was asked since. */
async function judgedOtherwise(hangs: (asked: number) => boolean) {
  const state = { score: 1, asked: -Infinity };
  const made = await project(dataset(...ids(COUNT).map((id) => ({ id, criterion: 'ask.md' }))), (_, { model }) => {
    if (model !== 'judge') return 'it is 42';
    state.asked += 1;
    return hangs(state.asked) ? { hang: true } : `{"score": ${state.score}, "hits": [], "misses": [], "reasoning": "seen"}`;
  });
  const target = (name: string, model: string): string => `  - {name: ${name}, provider: openai, model: ${model}, endpoint: '${made.server.url}', api_key: k, max_tokens: 100}\n`;
  await made.workspace.write({ '.assay/targets.yaml': `targets:\n${target('bot', "'${MODEL}'")}${target('critic', 'judge')}`, 'evals/ask.md': 'Is it right? {{ candidate_answer }}' });
  expect((await made.assay(...RUN, '--judge', 'critic')).exitCode).toBe(0);
  await made.workspace.write({ 'evals/ask.md': 'Is it polite? {{ candidate_answer }}' });
  Object.assign(state, { score: 0, asked: 0 });
  made.asked();
  return { ...made, state };
}

/** The scores of the judge, by case. */
async function judged({ workspace }: Project): Promise<readonly (number | null | undefined)[]> {
  const rows = new Map((await workspace.rows()).map((row) => [row.caseId, row]));
  return ids(COUNT).map((id) => rows.get(id)?.evaluators.find(({ name }) => name === 'judge')?.score);
}

test.each([['SIGINT', 130], ['SIGKILL', null]] as const)('a --rescore that was ended by %s is gone on with: each reply is scored again once', async (signal, exitCode) => {
  let hangs = true;
  const made = await judgedOtherwise((asked) => hangs && asked > 2);
  const { child, finished } = startAssay(['run', '--rescore', 'latest'], { cwd: made.workspace.folder, env: MODEL });
  await untilRows(made.workspace, COUNT + 2);
  expect((await killed(child, finished, signal)).exitCode).toBe(exitCode);
  hangs = false;
  made.state.asked = 0;
  expect((await judged(made)).toSorted()).toEqual([0, 0, 1, 1, 1, 1]);
  const { exitCode: refused, stderr } = await made.assay('run', '--rescore', 'latest');
  expect([refused, stderr]).toEqual([2, expect.stringMatching(/did not finish\n +fix: first go on with it: assay run --resume/u)]);
  const foreseen = await made.assay('run', '--resume', '--dry-run', '--json');
  expect(JSON.parse(foreseen.stdout)).toMatchObject({ rescored: 4, spending: [{ name: 'critic', requests: 4 }] });
  const resumed = await made.assay('run', '--resume');
  expect(resumed.stdout).toContain('2 kept, 0 asked, 4 scored again');
  expect(await judged(made)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(made.state.asked).toBe(4);
  expect(made.asked().filter((id) => id !== '')).toEqual([]);
  expect((await made.assay('run', '--resume', 'latest')).stdout).toContain('6 kept, 0 asked, 0 scored again');
  expect(await made.workspace.manifest()).not.toHaveProperty('rescoring');
});

test('a --rescore that its budget ended scores the others again when there is more to spend', async () => {
  const made = await judgedOtherwise(() => false);
  // What a judgement may take is a token for each byte of its prompt, until a reply tells how many there are.
  const stopped = await made.assay('run', '--rescore', 'latest', '--concurrency', '1', '--max-tokens', '2000');
  expect(stopped.stdout).toContain('stopped by --max-tokens 2,000');
  const before = (await judged(made)).filter((score) => score === 0).length;
  expect(before).toBeLessThan(COUNT);
  const resumed = await runAssay(['run', '--resume', 'latest', '--max-tokens', '100000'], { cwd: made.workspace.folder, env: MODEL });
  expect(resumed.stdout).toContain(`${before} kept, 0 asked, ${COUNT - before} scored again`);
  expect(await judged(made)).toEqual([0, 0, 0, 0, 0, 0]);
});
