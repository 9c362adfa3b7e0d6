import { beforeEach, expect, test } from 'vitest';
import { calibrate as calibrateIn, lenientProject } from './support/projects/lenient-judge.js';
import { runAssay } from './support/commands/warm-assay.js';
import type { Workspace } from './support/projects/workspace.js';

let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
const calibrate = (...args: string[]) => calibrateIn(workspace, ...args);

beforeEach(async () => {
  workspace = await lenientProject();
});

test('replies are drawn in strata of a tag or a variable of their cases, and the mean is weighted by the chances; what no case has is an error', async () => {
  // Of 90 English and 10 German ones the judge is wrong on the German ones.
  const items = Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, expected_outcome: 'Says it', input: index < 90 ? `item ${index}` : `item ${index} nein`, tags: [index < 90 ? 'lang:en' : 'lang:de'], evaluators: [{ type: 'contains', value: 'item' }] }));
  await workspace.write({ 'langs.jsonl': items.map((item) => JSON.stringify(item)).join('\n') });
  expect((await assay('run', 'langs.jsonl', '--target', 'mock', '--out', 'langs')).exitCode).toBe(0);
  const unknown = await assay('label', 'langs', '--json', '--stratify', 'tag:long');
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('no case has a tag of the form KEY:VALUE with the key "long"')]);
  const none = await assay('label', 'langs', '--json', '--stratify', 'evaluator');
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('It must be verdict, suite, target, tag, tag:KEY')]);
  const asked = ['langs', '--sample', '40', '--stratify', 'tag:lang'];
  const shown = (await assay('label', ...asked, '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; reply: string });
  expect(shown.filter(({ reply }) => reply.includes('nein'))).toHaveLength(10);
  await workspace.write({ 'answers.jsonl': shown.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: reply.includes('nein') ? 'fail' : 'pass' })).join('\n') });
  expect((await assay('label', ...asked, '--answers', 'answers.jsonl')).exitCode).toBe(0);
  const kept = (await workspace.read('.assay/labels/langs.jsonl')).trim().split('\n').map((line) => (JSON.parse(line) as { draw: { stratum: string; of: number; chance: number; by: string[] } }).draw);
  expect(kept.find(({ stratum }) => stratum === 'tag:lang de')).toMatchObject({ of: 10, chance: 1, by: ['tag:lang'] });
  expect(kept.find(({ stratum }) => stratum === 'tag:lang en')).toMatchObject({ of: 90, chance: 30 / 90 });
  const { groups } = await calibrate('langs');
  expect(groups[0]).toMatchObject({ method: 'prediction_powered', score: { raw: 1, estimate: expect.closeTo(0.9, 6) as number } });
  // Asked for again without a word, and for more, it goes on as it began.
  expect((await assay('label', 'langs', '--json')).stdout).toBe('');
  expect((await assay('label', 'langs', '--sample', '50', '--json')).stdout.trim().split('\n')).toHaveLength(10);
});

test('labels of a run that goes on later are not mixed with those that are drawn then', async () => {
  await assay('run', 'items.jsonl', '--target', 'bot', '--judge', 'lenient', '--out', 'grown', '--concurrency', '20');
  // As a run that was killed in its first half.
  const rows = (await workspace.read('grown/results.jsonl')).trimEnd().split('\n');
  await workspace.write({ 'grown/results.jsonl': `${rows.slice(0, 40).join('\n')}\n` });
  const drawn = async (...more: readonly string[]): Promise<Awaited<ReturnType<typeof assay>>> => assay('label', 'grown', '--json', ...more);
  const answer = async (stdout: string, ...more: readonly string[]): Promise<void> => {
    const keys = stdout.trim().split('\n').map((line) => (JSON.parse(line) as { readonly trial_key: string }).trial_key);
    await workspace.write({ 'grown.jsonl': keys.map((trial_key, index) => JSON.stringify({ trial_key, verdict: index % 2 === 0 ? 'pass' : 'fail' })).join('\n') });
    expect(await assay('label', 'grown', '--answers', 'grown.jsonl', ...more)).toMatchObject({ exitCode: 0 });
  };
  await answer((await drawn('--sample', '30')).stdout, '--sample', '30');
  await assay('run', '--resume', 'grown');
  const all = rows.length;
  expect(await drawn()).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(new RegExp(`labels of grown were drawn among 40 replies, and there are ${all} now[^]*fix: label all of them with --sample ${all}`, 'u')) });

  const left = (await drawn('--sample', String(all))).stdout;
  await answer(left.split('\n').slice(0, 10).join('\n'), '--sample', String(all));
  const mixed = await calibrate('grown');
  expect(mixed.groups).toMatchObject([{ method: 'none' }]);
  expect((mixed as unknown as { notes: readonly string[] }).notes.join()).toContain(`labels were drawn among 40 and then among ${all} replies`);
  await answer((await drawn('--sample', String(all))).stdout, '--sample', String(all));
  expect((await calibrate('grown')).groups).toMatchObject([{ method: 'prediction_powered', labels: all }]);
}, 60_000);
