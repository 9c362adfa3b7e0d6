import { expect, test } from 'vitest';
import { caseOf, CASES, project, suiteOf } from './support/projects/baseline-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { readTable } from './support/read-csv.js';

test('no line is wider than a narrow terminal, and without a terminal there are no colours', async () => {
  const { assay, run, reply, folder } = await project();
  await assay('baseline', 'save', await run('--target', 'bot'));
  await reply('green');
  await run('--target', 'bot');
  for (const args of [['check', 'run-2'], ['save', 'run-2'], ['show'], ['show', 'words']]) {
    const { stdout } = await runAssay(['baseline', ...args], { cwd: folder, env: { COLUMNS: '40', NO_COLOR: '' } });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    expect(stdout).not.toContain('\u001B');
  }
});

test('what a check says would decide a margin does so: cases beside cases that are all the same', async () => {
  const { assay, write } = await project();
  const cases = (count: number): string => suiteOf(Array.from({ length: count }, (_, index) => caseOf(`case-${index}`, ['red'])));
  const check = async (count: number, out: string) => {
    await write({ 'words.yaml': cases(count) });
    await assay('run', 'words.yaml', '--target', 'bot', '--out', out);
    await assay('baseline', 'save', out);
    return assay('baseline', 'check', out, '--margin', '0.05');
  };
  const few = await check(20, 'few');
  expect(few.exitCode).toBe(4);
  const [, said = ''] = /(\d+) cases would mostly decide if it stayed at 0\.00/u.exec(few.stdout) ?? [];
  expect(Number(said)).toBeGreaterThan(40);
  expect([(await check(Number(said) + 1, 'enough')).exitCode, (await check(Number(said) - 3, 'not-yet')).exitCode]).toEqual([0, 4]);
});

test('a case without a score in the baseline is none that is new: reports tell the two apart, as the check itself does', async () => {
  const { assay, score, read, write } = await project();
  await assay('baseline', 'save', await score({ both: 'blue', red: 'red' }));
  await write({ 'words.yaml': suiteOf([...CASES, caseOf('new', ['new'])]) });
  const now = await score({ both: 'blue', red: 'red', sky: 'sky', new: 'new' });
  const { stdout } = await assay('baseline', 'check', now, '--report', 'csv=check.csv,markdown=check.md');
  expect(stdout).toContain('! 1 new case, not in the baseline: words › new\n! 1 case without a score in the baseline: words › sky');
  expect(readTable(await read('check.csv')).map(({ case_id: id, change, score_before: before }) => [id, change, before])).toEqual([['new', 'added', ''], ['sky', 'unreferenced', '']]);
  const markdown = await read('check.md');
  expect(markdown).toMatch(/1 case is new<\/summary>\n\n- .*new/u);
  expect(markdown).toMatch(/1 case without a score in the baseline<\/summary>\n\n- .*sky/u);
});
