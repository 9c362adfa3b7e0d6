import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { grade } from './support/projects/named-grade.js';
import { project } from './support/projects/batch-project.js';

const FOLDER = 'runs/one';

test.each(['all of it', 'what was in it'])('a journal of batches that lost %s: nothing is asked a second time, unless somebody accepts that', async (what) => {
  let done = false;
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: () => done });
  await assay('run', 'evals/a.yaml', '--batch', '--out', FOLDER);
  const journal = join(workspace.folder, FOLDER, 'batches/batches.jsonl');
  const kept = await readFile(journal, 'utf8');
  const away = join(workspace.folder, 'away');
  if (what === 'all of it') await rename(join(workspace.folder, FOLDER, 'batches'), away);
  else await writeFile(journal, '');
  const before = await readFile(join(workspace.folder, FOLDER, 'run.json'), 'utf8');
  for (const more of [[], ['--wait', '0.05'], ['--cancel-batches'], ['--dry-run']]) {
    const refused = await assay('run', '--resume', FOLDER, ...more);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/has asked in 1 batch, and runs\/one\/batches\/batches\.jsonl tells of none: .* again\n +fix: put back the folder batches as it was; with --accept-changes /u);
  }
  await expect(evaluate({ resume: FOLDER, cwd: workspace.folder })).rejects.toMatchObject({ hint: 'put back the folder batches as it was; with acceptChanges: true the run goes on, and asks all of that again' });
  expect(server.batches).toHaveLength(1);
  expect(await readFile(join(workspace.folder, FOLDER, 'run.json'), 'utf8')).toBe(before);
  if (what === 'all of it') await rename(away, join(workspace.folder, FOLDER, 'batches'));
  else await writeFile(journal, kept);
  done = true;
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});

test('who accepts that they are lost asks again, and is not asked about it another time', async () => {
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: () => server.batches.length > 1 });
  await assay('run', 'evals/a.yaml', '--batch', '--out', FOLDER);
  await rename(join(workspace.folder, FOLDER, 'batches'), join(workspace.folder, 'away'));
  expect(await assay('run', '--resume', FOLDER, '--accept-changes')).toMatchObject({ exitCode: 3 });
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(2);
});

const TALK = '- id: talk\n  messages: [{role: user, content: Hello}, {role: assistant, content: null}, {role: user, content: And the answer?}]\n  should: [$contains: "42"]\n';

test.each(['removed', 'cut short'])('answers that were collected and are %s since, before the trial has its row: they are asked again only where somebody accepts that, once', async (how) => {
  let done = 1;
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: (batch) => batch <= done });
  await workspace.write({ 'evals/talk.yaml': TALK });
  const sizes = (): readonly number[] => server.batches.map(({ items }) => items.length);
  await assay('run', 'evals/talk.yaml', '--target', 'bot', '--batch', '--out', FOLDER);
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 3 });
  expect(sizes()).toEqual([1, 1]);
  const replies = join(workspace.folder, FOLDER, 'batches/replies.jsonl');
  const kept = await readFile(replies, 'utf8');
  const lose = (): Promise<void> => (how === 'removed' ? rm(replies) : writeFile(replies, kept.slice(0, 40)));
  await lose();
  for (const more of [[], ['--dry-run']]) {
    const refused = await assay('run', '--resume', FOLDER, ...more);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/has collected the answers to 1 request in batches, and runs\/one\/batches\/replies\.jsonl has them no more: .* again\n +fix: put back the folder batches as it was; with --accept-changes /u);
  }
  await writeFile(replies, kept);
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 3 });
  expect(sizes()).toEqual([1, 1]);
  await lose();
  expect(await assay('run', '--resume', FOLDER, '--accept-changes')).toMatchObject({ exitCode: 3 });
  expect(sizes()).toEqual([1, 1, 1]);
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 3 });
  done = 9;
  expect(await assay('run', '--resume', FOLDER, '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  // What is left of a run that has its rows is no loss.
  await lose();
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 0 });
  expect(await workspace.rows(FOLDER)).toHaveLength(1);
});

test('answers by which replies were compared are lost no more than those of trials that have their rows', async () => {
  let done = 3;
  const evaluators = 'expected_outcome: x, evaluators: [{name: best, type: select_best, criteria: Tells more}]';
  const { assay, server, workspace } = await project(
    { answer: ({ model }) => (model === 'm' ? 'it is 42, and so on' : grade('FIRST_BETTER')), done: (batch) => batch <= done },
    `evalcases:\n  - {id: one, input: first, ${evaluators}}\n  - {id: two, input: second, depends_on: [one], ${evaluators}}\n`,
    'judges: {panel: [strict]}\n',
  );
  await assay('run', 'evals/a.yaml', '--target', 'bot', '--target', 'aside', '--batch', '--threshold', '0', '--out', FOLDER);
  // The replies to the second question are asked for while those to the first are compared.
  await assay('run', '--resume', FOLDER);
  expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 3 });
  expect(server.batches.map(({ items }) => items.length)).toEqual([1, 1, 2, 2]);
  await rm(join(workspace.folder, FOLDER, 'batches/replies.jsonl'));
  expect(await assay('run', '--resume', FOLDER, '--dry-run')).toMatchObject({ exitCode: 0 });
  done = 4;
  const { exitCode, stderr } = await assay('run', '--resume', FOLDER);
  expect({ exitCode, stderr: stderr.match(/error: .*/gu) }).toEqual({ exitCode: 0, stderr: null });
  expect(server.batches).toHaveLength(4);
});

test('shards that wait for batches are missing in a merge, and what they asked is asked by nobody else', async () => {
  let done = false;
  const { assay, server } = await project({ answer: () => 'it is 42', done: () => done });
  for (const shard of ['1', '2']) await assay('run', 'evals/a.yaml', '--batch', '--shard', `${shard}/2`, '--out', `runs/${shard}`);
  const asked = server.batches.length;
  expect(asked).toBeGreaterThan(0);
  const merged = await assay('merge', 'runs/1', 'runs/2', '--out', 'runs/all');
  expect(merged).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/: runs\/[12] waits for 1 batch\n/u) });
  expect(merged.stderr).toMatch(/collect what was asked in batches, and merge again:\n {2}assay run --resume runs\/[12]\n/u);
  expect(merged.stderr).not.toContain('run here what is missing');
  const resumed = await assay('run', '--resume', 'runs/all');
  expect(resumed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('was merged of shards that wait for') });
  expect(server.batches).toHaveLength(asked);
  done = true;
  for (const shard of ['1', '2']) await assay('run', '--resume', `runs/${shard}`);
  expect(await assay('merge', 'runs/1', 'runs/2', '--out', 'runs/whole')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(asked);
});

test('batches that a merged run waited for are collected by its shards, and are none of a merge with these', async () => {
  let done = false;
  const { assay, workspace } = await project({ answer: () => 'it is 42', done: () => done });
  for (const shard of ['1', '2', '3']) await assay('run', 'evals/a.yaml', '--batch', '--shard', `${shard}/4`, '--out', `runs/${shard}`);
  expect(await assay('merge', 'runs/1', 'runs/2', '--out', 'runs/some')).toMatchObject({ exitCode: 3 });
  const later = await assay('merge', 'runs/some', 'runs/3', '--out', 'runs/more');
  // One of the two has both cases: the other one waits for nothing.
  expect(later.stderr).toMatch(/\n {2}go on with the shards that runs\/some was merged of \(\S+\), and name them beside it\n/u);
  expect(later.stderr).not.toContain('--resume runs/some');
  done = true;
  for (const shard of ['1', '2', '3']) await assay('run', '--resume', `runs/${shard}`);
  const merged = await assay('merge', 'runs/some', 'runs/1', 'runs/2', 'runs/3', '--out', 'runs/all');
  expect(merged).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('run here what is missing: assay run --resume runs/all') });
  expect(merged.stderr).not.toContain('in batches');
  expect(await readFile(join(workspace.folder, 'runs/all/run.json'), 'utf8')).not.toContain('"batches"');
});

test('a merge with one of the shards that a merged run waited for counts the batches of each once', async () => {
  let done = false;
  const cases = Array.from({ length: 12 }, (_, n) => `  - {id: case-${n}, expected_outcome: x, input: question ${n}, evaluators: [{type: contains, value: '42'}]}\n`);
  const { assay, workspace } = await project({ answer: () => 'it is 42', done: () => done }, `execution: {target: bot}\nevalcases:\n${cases.join('')}`);
  for (const shard of ['1', '2', '3']) await assay('run', 'evals/a.yaml', '--batch', '--shard', `${shard}/4`, '--out', `runs/${shard}`);
  const [first, second, third] = await Promise.all(['1', '2', '3'].map(async (shard) => (await workspace.manifest(`runs/${shard}`)).runId));
  const noted = async (run: string) => (({ batches, waitingShards }) => ({ batches, of: waitingShards?.map(({ runId }) => runId) }))(await workspace.manifest(run));
  expect(await assay('merge', 'runs/1', 'runs/2', 'runs/3', '--out', 'runs/some')).toMatchObject({ exitCode: 3 });
  expect(await noted('runs/some')).toEqual({ batches: 3, of: [first, second, third] });
  const all = await assay('merge', 'runs/some', 'runs/1', '--out', 'runs/all');
  expect(await noted('runs/all')).toEqual({ batches: 3, of: [first, second, third] });
  expect(all.stderr).toContain(`assay run --resume runs/1\n  go on with the shards that runs/some was merged of (${second}, ${third})`);
  done = true;
  expect(await assay('run', '--resume', 'runs/1')).toMatchObject({ exitCode: 0 });
  await assay('merge', 'runs/some', 'runs/1', '--out', 'runs/more');
  expect(await noted('runs/more')).toEqual({ batches: 2, of: [second, third] });
  // A merge of merges: both tell of the same two.
  await assay('merge', 'runs/all', 'runs/more', '--out', 'runs/last');
  expect(await noted('runs/last')).toEqual({ batches: 2, of: [second, third] });
});
