import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project as batchProject } from './support/projects/batch-project.js';
import { startChatServer } from './support/servers/chat-server.js';
import { assay, dataset, project, runShards, shards, sortedRows, summaryOf } from './support/projects/shards-project.js';
import { copiedProject } from './support/projects/copied-project.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

/** Changes the stored rows of a run. */
async function editRows(workspace: Workspace, run: string, edit: (text: string) => string): Promise<void> {
  const file = join(workspace.folder, run, 'results.jsonl');
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

/** Run in two shards, none of which is merged yet. */
const inTwoShards = copiedProject(async (whenDone) => {
  const workspace = await project(undefined, undefined, whenDone);
  await runShards(workspace, 2);
  return workspace;
});

describe('shards', () => {
  test('cases that are added or edited move no other one, and all targets of a case stay together', async () => {
    const workspace = await project(dataset(30));
    const place = async (): Promise<ReadonlyMap<string, string>> => {
      const found = new Map<string, string>();
      for (const shard of ['1/3', '2/3', '3/3']) {
        const { stdout } = await assay(workspace, 'plan', 'evals', '--target', 'bot', '--target', 'twin', '--repeat', '2', '--shard', shard);
        for (const line of stdout.trim().split('\n')) found.set(line.split('  ').slice(1, 4).filter((part) => !part.includes(':')).join(' '), shard);
      }
      return found;
    };
    const before = await place();
    expect(before.size).toBe(120);
    expect(new Set(before.values()).size).toBe(3);
    for (const [trial, shard] of before) expect(before.get(trial.replace('on bot', 'on twin'))).toBe(shard);
    await workspace.write({ 'evals/a.jsonl': dataset(5, 90) + dataset(30).replace('number 3"', 'the number 3"') });
    const after = await place();
    expect(after.size).toBe(140);
    for (const [trial, shard] of before) expect(after.get(trial)).toBe(shard);
  });

  test('more parts than there can be are refused with how many there may be', async () => {
    const { exitCode, stderr } = await assay(await project(), 'run', 'evals', '--target', 'bot', '--shard', '1/1000000');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('up to 999999')]);
  });

  test('while shards are missing nothing is decided, also not a failure; what is missing is named, and can be run', async () => {
    const workspace = await project();
    expect(await runShards(workspace, 4)).toEqual([0, 0, 0, 0]);
    const merged = await assay(workspace, 'merge', ...shards(1, 3), '--out', 'part', '--json');
    expect(merged.exitCode).toBe(3);
    expect(summaryOf(merged)).toMatchObject({ outcome: 'undecided', exit_code: 3, complete: false, merged: { count: 4, missing: [2, 4] } });
    expect(summaryOf(merged).reasons[0]).toBe('shards are missing: 2/4, 4/4');
    expect(merged.stderr).toContain('assay run --resume part');
    expect((await workspace.manifest('part')).status).toBe('interrupted');
    expect((await assay(workspace, 'baseline', 'save', 'part')).exitCode).toBe(2);
    // With the rest, or run where the merged run is.
    const whole = await assay(workspace, 'merge', 'part', ...shards(2, 4), '--out', 'all', '--json');
    expect(summaryOf(whole)).toMatchObject({ outcome: 'failed', complete: true, merged: { missing: [] } });
    const resumed = await assay(workspace, 'run', '--resume', 'part', '--json');
    expect(resumed.exitCode).toBe(1);
    expect(summaryOf(resumed)).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
    expect(await sortedRows(workspace, 'part')).toEqual(await sortedRows(workspace, 'all'));
  });

  test('a shard whose rows are cut short, or that was killed, is missing; its rows count', async () => {
    const workspace = await inTwoShards();
    const [{ rows }, manifest] = [await workspace.manifest('shards/2'), await workspace.read('shards/2/run.json')];
    await editRows(workspace, 'shards/2', (text) => text.slice(0, -9));
    const torn = await assay(workspace, 'merge', ...shards(1, 2), '--json');
    expect(torn.exitCode).toBe(3);
    expect(summaryOf(torn).reasons.slice(0, 2)).toEqual(['a shard is missing: 2/2', `2/2: shards/2 has ${rows - 1} of its ${rows} rows`]);
    expect(torn.stderr).toContain(`results.jsonl:${rows}: `);
    expect(summaryOf(torn).groups[0]?.trials).toBe(9);
    await workspace.write({ 'shards/2/run.json': manifest.replace('"status": "finished"', '"status": "running"') });
    const killed = await assay(workspace, 'merge', ...shards(1, 2), '--json');
    expect(killed.exitCode).toBe(3);
    expect(summaryOf(killed).reasons.slice(0, 2)).toEqual(['a shard is missing: 2/2', '2/2: shards/2 did not finish']);
    // Gone on with, it is the same shard, and whole.
    expect((await assay(workspace, 'run', '--resume', 'shards/2')).exitCode).toBe(0);
    expect((await workspace.manifest('shards/2')).shard).toEqual({ index: 2, count: 2 });
    expect((await assay(workspace, 'merge', ...shards(1, 2))).exitCode).toBe(1);
  });

  test('different scored rows of a trial are refused with the case and both runs; equal ones are one', async () => {
    const workspace = await inTwoShards();
    await cp(join(workspace.folder, 'shards/2'), join(workspace.folder, 'again'), { recursive: true });
    expect(summaryOf(await assay(workspace, 'merge', ...shards(1, 2), 'again', '--json'))).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
    const [first] = await workspace.rows('again');
    await editRows(workspace, 'again', (text) => text.replace('"score":1', '"score":0.5'));
    const changed = (await workspace.rows('again')).find(({ score }) => score === 0.5);
    expect(first).toBeDefined();
    const refused = await assay(workspace, 'merge', ...shards(1, 2), 'again', '--out', 'none');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`case "${changed?.caseId}" of suite "a" on bot has different scored results in shards/2 and again`);
    await expect(workspace.read('none/run.json')).rejects.toThrow('ENOENT');
  });

  test('a case that was asked with another attached file in one run than in another is refused, since it would count twice', async () => {
    const cases = [1, 2, 3, 4, 5].map((id) => `  - {id: c${id}, expected_outcome: is read, input: [{role: user, content: [{type: file, value: ./notes.txt}, {type: text, value: 'question ${id}'}]}], evaluators: [{type: contains, value: question}]}\n`);
    const workspace = await createWorkspace({ 'evals/a.yaml': `evalcases:\n${cases.join('')}`, 'evals/notes.txt': 'as it was', '.assay/targets.yaml': 'targets: [{name: bot, provider: mock}]\n' });
    expect(await runShards(workspace, 2)).toEqual([0, 0]);
    await workspace.write({ 'evals/notes.txt': 'as it is' });
    const again = ['run', 'evals', '--target', 'bot', '--shard', '2/2', '--out', 'again'];
    expect((await assay(workspace, ...again)).exitCode).toBe(0);
    const [row] = await workspace.rows('again');
    const refused = await assay(workspace, 'merge', ...shards(1, 2), 'again', '--out', 'none');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`case "${row?.caseId}" of suite "a" on bot was asked otherwise in shards/2 than in again`);
    await expect(workspace.read('none/run.json')).rejects.toThrow('ENOENT');
    expect((await assay(workspace, 'merge', ...shards(1, 2))).exitCode).toBe(0);
  });

  test('a trial without a score leaves its shard undecided; a later run of the shard, or of what it lacks, makes up for it', async () => {
    let down = true;
    const server = await startChatServer(() => (down ? { status: 500, body: '{"error":{"message":"down"}}' } : 'a number'));
    const workspace = await project(dataset(4), `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`);
    const RETRIES = ['--max-retries', '0'];
    expect(await runShards(workspace, 1, ...RETRIES)).toEqual([3]);
    await cp(join(workspace.folder, 'shards/1'), join(workspace.folder, 'errors'), { recursive: true });
    expect((await assay(workspace, 'merge', 'errors')).exitCode).toBe(3);
    down = false;
    const resumed = await assay(workspace, 'run', '--resume', 'shards/1', '--json');
    expect(resumed.exitCode).toBe(0);
    expect(summaryOf(resumed)).toMatchObject({ outcome: 'complete', shard: { index: 1, count: 1 } });
    for (const order of [['errors', 'shards/1'], ['shards/1', 'errors']]) {
      expect((await assay(workspace, 'merge', ...order, '--out', `m-${order[0]?.slice(0, 1)}`)).exitCode).toBe(0);
    }
    expect((await workspace.rows('m-e')).map(({ score }) => score)).toEqual([1, 1, 1, 1]);
  });

  test('a trial whose judge was lost has a score of what is left, and leaves its shard undecided too: whatever makes up for it counts', async () => {
    const state = { down: true, asked: 0 };
    const server = await startChatServer(({ model }) => {
      // No reply is as the one before.
      if (model !== 'judge') return `a number, the ${(state.asked += 1)}. time`;
      return state.down ? { status: 500, body: '{"error":{"message":"down"}}' } : '{"score": 0.6, "hits": [], "misses": [], "reasoning": "seen"}';
    });
    const target = (name: string): string => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`;
    const cases = [1, 2, 3, 4].map((id) => `  - {id: c${id}, expected_outcome: a number, input: 'say ${id}', evaluators: [{type: contains, value: number}, {type: llm_judge, name: judged}]}\n`);
    const workspace = await createWorkspace({ 'evals/a.yaml': `evalcases:\n${cases.join('')}`, '.assay/targets.yaml': `targets:\n${target('bot')}${target('judge')}` });
    const run = ['run', 'evals', '--target', 'bot', '--judge', 'judge', '--max-retries', '0', '--shard', '1/1'];
    for (const out of ['lost', 'twice']) expect((await assay(workspace, ...run, '--out', out)).exitCode).toBe(3);
    expect((await workspace.rows('lost')).map(({ score, verdict }) => [score, verdict])).toEqual(Array.from({ length: 4 }, () => [1, null]));
    // Neither decides anything.
    expect((await assay(workspace, 'merge', 'lost', 'twice', '--out', 'merged')).exitCode).toBe(3);
    expect((await workspace.rows('merged')).map(({ output }) => output?.text).toSorted()).toEqual([5, 6, 7, 8].map((time) => `a number, the ${time}. time`));
    state.down = false;
    expect((await assay(workspace, ...run, '--out', 'again')).exitCode).toBe(0);
    expect((await assay(workspace, 'run', '--resume', 'twice')).exitCode).toBe(0);
    for (const order of [['lost', 'again'], ['again', 'lost'], ['merged', 'again'], ['twice', 'merged']]) {
      const out = order.join('-');
      expect([order, (await assay(workspace, 'merge', ...order, '--out', out)).exitCode]).toEqual([order, 0]);
      expect((await workspace.rows(out)).map(({ score }) => score)).toEqual([0.8, 0.8, 0.8, 0.8]);
    }
    // Both of these have replies of their own, and verdicts.
    expect(await assay(workspace, 'merge', 'twice', 'again', '--out', 'none')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has different scored results in twice and again') });
  });

  test('runs that lost a judge, with scores of what is left that differ, are merged with one that did not, in whatever order', async () => {
    const state = { down: true, says: 'a number' };
    const server = await startChatServer(({ model }) => {
      if (model !== 'judge') return state.says;
      return state.down ? { status: 500, body: '{"error":{"message":"down"}}' } : '{"score": 1, "hits": [], "misses": [], "reasoning": "seen"}';
    });
    const target = (name: string): string => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`;
    const suite = 'evalcases:\n  - {id: c, expected_outcome: a number, input: say one, evaluators: [{type: contains, value: number}, {type: llm_judge, name: judged, weight: 9}]}\n';
    const workspace = await createWorkspace({ 'evals/a.yaml': suite, '.assay/targets.yaml': `targets:\n${target('bot')}${target('judge')}` });
    const run = ['run', 'evals', '--target', 'bot', '--judge', 'judge', '--max-retries', '0', '--shard', '1/1'];
    expect((await assay(workspace, ...run, '--out', 'one')).exitCode).toBe(3);
    state.says = 'nothing of the kind';
    expect((await assay(workspace, ...run, '--out', 'zero')).exitCode).toBe(3);
    Object.assign(state, { down: false, says: 'a number' });
    expect((await assay(workspace, ...run, '--out', 'whole')).exitCode).toBe(0);
    expect((await assay(workspace, 'merge', 'one', 'zero', '--out', 'none')).stderr).toContain('has different scored results in one and zero');
    for (const order of [['one', 'zero', 'whole'], ['zero', 'one', 'whole'], ['one', 'whole', 'zero'], ['whole', 'zero', 'one']]) {
      const out = order.join('-');
      expect(await assay(workspace, 'merge', ...order, '--out', out)).toMatchObject({ exitCode: 0 });
      expect((await workspace.rows(out)).map(({ score, verdict }) => [score, verdict])).toEqual([[1, 'pass']]);
    }
  });

  test.each(['0/8', '9/8', 'x', '2', '1/0', '-1/2', '1.5/2', ''])('--shard %j is refused', async (shard) => {
    const workspace = await project();
    const { exitCode, stderr } = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', shard);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('such as 2/8');
  });

  test('thresholds hold for the union, and shards say that they decide nothing', async () => {
    const workspace = await project();
    expect(await runShards(workspace, 2, '--threshold', '0.8')).toEqual([0, 0]);
    expect((await assay(workspace, 'merge', ...shards(1, 2))).exitCode).toBe(0);
    const failed = await assay(workspace, 'merge', ...shards(1, 2), '--threshold', '0.9', '--report', 'csv=all.csv');
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toContain('score 0.80 is below the threshold 0.9');
    expect((await workspace.read('all.csv')).trim().split('\n')).toHaveLength(11);
    const shard = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '1/2', '--threshold', '1');
    expect(shard.exitCode).toBe(0);
    expect(shard.stdout).toContain('whether the run passes is decided by assay merge');
  });

  test('shards without a row are missing, and named: an empty one alone, and those that wait for batches', async () => {
    const workspace = await project(dataset(1));
    await runShards(workspace, 2);
    const [first] = await Promise.all(shards(1, 2).map((run) => workspace.manifest(run)));
    const empty = first?.rows === 0 ? 1 : 2;
    const alone = await assay(workspace, 'merge', `shards/${empty}`, '--json');
    expect([alone.exitCode, summaryOf(alone).reasons[0]]).toEqual([3, `a shard is missing: ${3 - empty}/2`]);

    const batches = await batchProject({ answer: () => 'it is 42', done: () => false });
    for (const shard of [1, 2]) await batches.assay('run', 'evals/a.yaml', '--batch', '--shard', `${shard}/2`, '--out', `shards/${shard}`);
    const waiting = await batches.assay('merge', ...shards(1, 2), '--json');
    expect(summaryOf(waiting)).toMatchObject({ outcome: 'undecided', exit_code: 3, complete: false });
    expect([waiting.exitCode, summaryOf(waiting).reasons[0]]).toEqual([3, expect.stringMatching(/missing: [12]\/2/u)]);
  });

  test('a merged run that was gone on with, and did not finish, is not called whole', async () => {
    let done = true;
    const cases = [1, 2, 3, 4, 5, 6].map((id) => `  - {id: c${id}, expected_outcome: says 42, input: question ${id}, evaluators: [{type: contains, value: '42'}]}\n`).join('');
    const { assay: command, workspace } = await batchProject({ answer: () => 'it is 42', done: () => done }, `execution: {target: bot}\nevalcases:\n${cases}`);
    for (const shard of [1, 2]) {
      await command('run', 'evals/a.yaml', '--batch', '--shard', `${shard}/2`, '--out', `shards/${shard}`);
      expect((await command('run', '--resume', `shards/${shard}`)).exitCode).toBe(0);
    }
    expect((await command('merge', 'shards/1', '--out', 'part')).exitCode).toBe(3);
    done = false;
    expect((await command('run', '--resume', 'part')).exitCode).toBe(3);
    expect(await workspace.manifest('part')).toMatchObject({ status: 'interrupted' });
    const refused = await command('merge', 'part', 'shards/2', '--out', 'none');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('the run part is no shard, and did not finish');
    expect(refused.stderr).toContain('go on with it: assay run --resume part');
    // Both ways that it names lead to the whole.
    expect((await command('merge', ...shards(1, 2))).exitCode).toBe(0);
    done = true;
    expect((await command('run', '--resume', 'part')).exitCode).toBe(0);
    expect((await command('merge', 'part', 'shards/2')).stderr).toContain('it is whole already');
  });

  test('a shard may be empty; a run without a case may not', async () => {
    const workspace = await project(dataset(1));
    expect(await runShards(workspace, 3)).toEqual([0, 0, 0]);
    expect((await assay(workspace, 'merge', ...shards(1, 2, 3))).exitCode).toBe(0);
    const none = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '1/3', '--id', 'nobody');
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('no case has an id that matches');
  });

  test('shards are marked, and no baseline is made of one', async () => {
    const workspace = await project();
    await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '2/2');
    const { runId, shard } = await workspace.manifest();
    expect(shard).toEqual({ index: 2, count: 2 });
    expect((await assay(workspace, 'list', 'runs')).stdout).toContain('shard 2/2, complete');
    const [listed] = JSON.parse((await assay(workspace, 'list', 'runs', '--json')).stdout) as unknown[];
    expect(listed).toMatchObject({ name: runId, shard: { index: 2, count: 2 } });
    await assay(workspace, 'run', 'evals', '--target', 'bot', '--out', 'whole');
    expect((await assay(workspace, 'compare', 'latest', 'whole')).stdout).toContain('(shard 2/2)');
    const compared = JSON.parse((await assay(workspace, 'compare', 'latest', 'whole', '--json')).stdout) as { a: unknown; b: unknown };
    expect(compared.a).toMatchObject({ shard: { index: 2, count: 2 } });
    expect(compared.b).not.toHaveProperty('shard');
    const saved = await assay(workspace, 'baseline', 'save', 'latest');
    expect([saved.exitCode, saved.stderr]).toEqual([2, expect.stringContaining('merge the shards first (assay merge')]);
  });
});
