import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Eight cases whose replies take longer the earlier they stand, so that they finish in reverse. */
async function slowProject(settings = '') {
  const server = await startChatServer(async ({ messages }) => {
    const number = Number(/\d+/u.exec(String(messages.at(-1)?.content))?.[0]);
    await new Promise((resolve) => setTimeout(resolve, (8 - number) * 40));
    return `answer ${number}`;
  });
  const cases = Array.from(
    { length: 8 },
    (_, index) => `  - id: case-${index}\n    expected_outcome: answers\n    input: question ${index}\n    evaluators: [{type: latency, max_ms: 100000, weight: 7}, {type: contains, value: nothing, weight: 3}]\n`,
  );
  return createWorkspace({
    'suite.yaml': `evalcases:\n${cases.join('')}`,
    '.assay/config.yaml': settings,
    '.assay/targets.yaml': `targets:\n  - {name: slow, provider: openai, model: m, endpoint: '${server.url}', api_key: test}\n`,
  });
}

describe('--explain', () => {
  test('prints the rows in the order of the file, however they finish', async () => {
    const { folder } = await slowProject();
    const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'slow', '--explain', '--concurrency', '8'], { cwd: folder });
    const explained = stdout.split(/^Run /mu)[0] ?? '';
    expect([...explained.matchAll(/^\S suite › (\S+)/gmu)].map(([, id]) => id)).toEqual(
      Array.from({ length: 8 }, (_, index) => `case-${index}`),
    );
  });
});

describe('cases are shown whole as they end', () => {
  test('assay show has them in the order of the file, with the marks that the run gave', async () => {
    const { folder } = await slowProject('verdicts: {pass: 0.6, borderline: 0.3}\n');
    await runAssay(['run', 'suite.yaml', '--target', 'slow', '--concurrency', '8', '--repeat', '1', '--out', 'one'], { cwd: folder });
    const ids = Array.from({ length: 8 }, (_, index) => `case-${index}`);
    // What settings say now means nothing for a run that has ended.
    await writeFile(join(folder, '.assay/config.yaml'), '');
    const brief = (await runAssay(['show', 'one', '--brief'], { cwd: folder })).stdout;
    expect([...brief.matchAll(/^✓ +0\.70 +suite › (\S+)/gmu)].map(([, id]) => id)).toEqual(ids);
    const { stdout } = await runAssay(['show', 'one', '--json'], { cwd: folder });
    expect(stdout.trimEnd().split('\n').map((line) => (JSON.parse(line) as { case_id: string }).case_id)).toEqual(ids);
  });
});

test('results are summed up by a key after the summary, and comparisons besides', async () => {
  const { folder } = await createWorkspace({
    'suite.yaml': `evalcases:
  - {id: one, expected_outcome: x, input: hello, tags: ['lang:de'], evaluators: [{type: contains, value: hello}]}
  - {id: two, expected_outcome: x, input: bye, tags: ['lang:en'], evaluators: [{type: contains, value: hello}]}
  - {id: three, expected_outcome: x, input: hello you, evaluators: [{type: contains, value: hello}]}
`,
  });
  const run = (out: string, ...more: readonly string[]) => runAssay(['run', 'suite.yaml', '--target', 'mock', '--repeat', '2', '--out', out, ...more], { cwd: folder });
  const { stdout } = await run('one', '--by', 'tag:lang', '--by', 'target');
  expect(stdout).toMatch(/Exit .*\n\nBy tag:lang +Trials +Unscored +Pass +Rate +± 95 % +Mean +± 95 %\nde +2 +0 +2 +100% +2\.5–100\.0% +1\.00 +\S+ n=1\nen +2 +0 +0 +0% +0\.0–97\.5% +0\.00 +\S+ n=1\n\(none\) +2 .*\n\nBy target .*\nmock +6 +0 +4 +66\.7% +9\.4–99\.2% +0\.67 +\S+ n=3\n$/u);
  expect(await run('two', '--by', 'tags')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('results cannot be sliced by "tags"') });
  expect(await run('two', '--by', 'tag', '--report', 'csv')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--by prints on standard output, as report csv does') });
  const printed = await run('two', '--by', 'tag:lang', '--by', 'target', '--json');
  const { slices, groups } = JSON.parse(printed.stdout) as { readonly slices: readonly object[]; readonly groups: readonly object[] };
  expect([printed.exitCode, groups.length]).toEqual([1, 1]);
  const shown = await runAssay(['show', 'two', '--by', 'tag:lang', '--by', 'target', '--json'], { cwd: folder });
  expect(slices).toEqual(shown.stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as object));
  expect(slices).toMatchObject([{ by: 'tag:lang', slices: [{ value: 'de', passed: 2, trials: 2 }, { value: 'en', passed: 0 }, { value: '' }] }, { by: 'target', slices: [{ value: 'mock', trials: 6, passed: 4 }] }]);
  const reported = await runAssay(['report', 'two', '--by', 'tag:lang', '--by', 'target', '--json'], { cwd: folder });
  expect(JSON.parse(reported.stdout)).toMatchObject({ slices });
  const compared = await runAssay(['compare', 'one', 'two', '--by', 'tag:lang'], { cwd: folder });
  expect(compared).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\n\nBy tag:lang +Cases +Wins +Ties +Losses.*\nde +1 +0 +1 +0 .*\nen +1 .*\n\(none\) +1 .*\n$/u) });
  const comparedJson = JSON.parse((await runAssay(['compare', 'one', 'two', '--by', 'tag:lang', '--json'], { cwd: folder })).stdout) as object;
  expect(comparedJson).toMatchObject({ total: { compared: 3 }, slices: [{ by: 'tag:lang', slices: [{ value: 'de', compared: 1, ties: 1, score_a: 1 }, { value: 'en', score_b: 0 }, { value: '' }] }] });
  expect((await runAssay(['compare', 'one', 'two', '--by', 'no'], { cwd: folder })).exitCode).toBe(2);
  const noted = await run('three', '--by', 'tag:langs', '--by', 'var:x');
  expect(noted).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('note: no case has a tag of the form KEY:VALUE with the key "langs" (did you mean "lang"?)') });
  for (const command of [['compare', 'one', 'two'], ['show', 'one'], ['report', 'one']]) {
    const refused = await runAssay([...command, '--by', 'var:x'], { cwd: folder });
    expect(refused, command.join(' ')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('error: no case has a variable "x"\n  fix: the cases have none at all') });
  }
});
