import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { outcomes, project, SUITE } from './support/projects/dependent-cases.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const BOTH = ['--target', 'one', '--target', 'two'] as const;

test.each(['1', '50'])('a case is asked when those that it depends on are over, on its target and in its repeat: concurrency %s', async (concurrency) => {
  const over = new Map<string, number>();
  const begun = new Map<string, number>();
  const early: string[] = [];
  const count = (counts: Map<string, number>, key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  const before: Readonly<Record<string, readonly string[]>> = { after: ['use'], use: ['make', 'check'], check: ['make'] };
  const { run, rows } = await project(async (id, { model }) => {
    const number = count(begun, `${model} ${id}`);
    for (const other of before[id] ?? []) if ((over.get(`${model} ${other}`) ?? 0) < number) early.push(`${model} ${id} before ${other}`);
    await sleep(model === 'one' ? 30 : 5);
    count(over, `${model} ${id}`);
    return 'done';
  });
  expect(await run(...BOTH, '--repeat', '2', '--concurrency', concurrency)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASSED') });
  expect([early, (await rows()).length]).toEqual([[], 20]);
});

test('what depends on a case without a reply is not asked and has no score, and is asked when the run goes on', async () => {
  let isDown = true;
  const { run, rows, asked, folder: cwd } = await project((id, { model }) => (isDown && id === 'make' && model === 'one' ? { status: 400 } : 'done'));
  const first = await run(...BOTH);
  expect([first.exitCode, first.stdout]).toEqual([3, expect.stringContaining('not asked: it depends on "make", which got no reply')]);
  expect(outcomes(await rows())).toEqual([
    'one after 1 pass',
    'one aside 1 pass',
    'one check dependency',
    expect.stringMatching(/^one make (?!1)/u),
    'one use dependency',
    ...['after', 'aside', 'check', 'make', 'use'].map((id) => `two ${id} 1 pass`),
  ]);
  const use = (await rows()).find(({ target, caseId }) => target === 'one' && caseId === 'use');
  expect(use).toMatchObject({ status: 'error', score: null, verdict: null, output: null, scoreBounds: { worst: 0, best: 1 }, error: { message: 'not asked: it depends on "make", "check", each of which got no reply' } });
  expect(asked.filter((one) => one.startsWith('one ')).toSorted()).toEqual(['one after', 'one aside', 'one make']);
  isDown = false;
  asked.length = 0;
  expect((await runAssay(['run', '--resume', 'latest'], { cwd })).exitCode).toBe(0);
  expect(asked).toEqual(['one make', 'one check', 'one use']);
  // Rows of an earlier part count: nothing waits for what is not run again.
  asked.length = 0;
  expect((await runAssay(['run', '--resume', 'latest'], { cwd })).exitCode).toBe(0);
  expect(asked).toEqual([]);
});

test('cases that are asked again keep their order too, and wait for no case that is not', async () => {
  const begun = new Map<string, number>();
  let over = 0;
  let isDown = true;
  const early: number[] = [];
  const { run, read, asked, folder: cwd } = await project(async (id) => {
    const number = (begun.get(id) ?? 0) + 1;
    begun.set(id, number);
    if (id === 'use' && over < number) early.push(number);
    await sleep(id === 'check' ? 30 : 5);
    if (isDown && id === 'check' && number === 4) return { status: 400 };
    if (id === 'check') over += 1;
    return number === 2 && (id === 'check' || id === 'use') ? 'no' : 'done';
  });
  expect((await run('--target', 'one', '--repeat', '2', '--recheck', '2', '--threshold', '0.5', '--out', 'out')).exitCode).toBe(0);
  expect([early, asked.filter((one) => one === 'one make').length]).toEqual([[], 2]);
  const rechecks = (await read('out/rechecks.jsonl')).trim().split('\n').map((line) => JSON.parse(line) as { readonly case_id: string; readonly score: number | null; readonly error?: { readonly code: string } });
  expect(rechecks.map(({ case_id: id, score, error }) => `${id} ${score ?? error?.code}`).toSorted()).toEqual(['check 1', expect.stringMatching(/^check (?!1)/u), 'use 1', 'use dependency']);
  isDown = false;
  asked.length = 0;
  expect((await runAssay(['run', '--resume', 'out'], { cwd })).exitCode).toBe(0);
  expect(asked).toEqual(['one check', 'one use']);
});

test('a bad reply is a reply, and a case that was not asked decides nothing', async () => {
  const { run, rows, asked } = await project((id) => (id === 'make' ? 'no' : 'done'));
  expect((await run('--target', 'one')).exitCode).toBe(1);
  expect([asked.length, outcomes(await rows())]).toEqual([5, ['one after 1 pass', 'one aside 1 pass', 'one check 1 pass', 'one make 0 fail', 'one use 1 pass']]);
});

test('what must hold of a case that was not asked is open: no threshold is reached without it', async () => {
  const suite = `tests:\n  - { id: make, criteria: Done, input: please make, weight: 0.01, evaluators: [{ type: contains, value: done }] }\n  - { id: use, criteria: Done, input: please use, weight: 0.01, depends_on: [make], evaluators: [{ type: contains, value: done, required: true }] }\n  - { id: aside, criteria: Done, input: please aside, weight: 100, evaluators: [{ type: contains, value: done }] }\n`;
  const { run } = await project((id) => (id === 'make' ? { status: 400 } : 'done'), { 'evals/a.yaml': suite });
  expect((await run('--target', 'one', '--threshold', '0.9')).exitCode).toBe(3);
});

test('a reply that is there is scored, whatever became of those that its case depends on', async () => {
  let isDown = false;
  const { run, rows, asked, write, read, folder: cwd } = await project((id) => (isDown && id === 'make' ? { status: 400 } : 'done'), {
    'evals/a.yaml': 'tests:\n  - { id: make, criteria: Done, input: please make, evaluators: [{ type: contains, value: done }] }\n  - { id: use, criteria: Done, input: please use, depends_on: [make], evaluators: [{ type: script, script: [node, check.mjs] }] }\n',
    'evals/check.mjs': 'process.exit(1);',
  });
  expect((await run('--target', 'one', '--out', 'out')).exitCode).toBe(3);
  isDown = true;
  const stored = await read('out/results.jsonl');
  await write({ 'out/results.jsonl': stored.split('\n').filter((line) => !line.includes('"case_id":"make"')).join('\n'), 'evals/check.mjs': 'console.log(JSON.stringify({ score: 1 }));' });
  expect((await runAssay(['run', '--resume', 'out'], { cwd })).exitCode).toBe(3);
  expect([asked, outcomes(await rows('out'))]).toEqual([['one make', 'one use', 'one make'], [expect.stringMatching(/^one make (?!1)/u), 'one use 1 pass']]);
});

test('replies that exist are scored one and all', async () => {
  const { folder: cwd, rows } = await createWorkspace({ 'evals/a.yaml': SUITE, 'out.jsonl': '{"id": "use", "text": "done"}\n{"id": "after", "text": "done"}\n' });
  const { exitCode } = await runAssay(['score', 'evals/a.yaml', '--outputs', 'out.jsonl'], { cwd });
  expect([exitCode, (await rows()).filter(({ score }) => score === 1).map(({ caseId }) => caseId).toSorted()]).toEqual([3, ['after', 'use']]);
});

describe('what cannot be kept is refused before anything is asked', () => {
  test.each<readonly [string[], string, string]>([
    [['--id', 'use'], 'error: evals/a.yaml:4:5: case "use" depends on "make", which this run leaves out', 'leave out --id, or say it so that both are taken'],
    [['--limit', '1'], 'error: evals/a.yaml:3:5: case "after" depends on "use", which this run leaves out', 'leave out --limit'],
    // Whichever cases it has: another shard has the others.
    ...['1/2', '2/2', '7/9'].map((shard): readonly [string[], string, string] => [['--shard', shard], '--shard parts cases that depend on each other, such as "after" (evals/a.yaml:3)', '--queue']),
  ])('%j', async (args, message, fix) => {
    const { run, asked } = await project(() => 'done');
    const { exitCode, stderr } = await run('--target', 'one', ...args);
    expect([exitCode, stderr, stderr, asked]).toEqual([2, expect.stringContaining(message), expect.stringContaining(fix), []]);
  });

  test('a dependency on another target, and jobs, which have no order', async () => {
    const { run, write, folder: cwd } = await project(() => 'done');
    const planned = await runAssay(['plan', 'evals/a.yaml', '--target', 'one'], { cwd });
    expect([planned.exitCode, planned.stderr]).toEqual([2, expect.stringContaining('some cases depend on others (depends_on), and jobs say nothing of an order')]);
    await write({ 'evals/a.yaml': 'evaluators: [{ type: contains, value: done }]\ntests:\n  - { id: make, criteria: Done, input: please make, execution: { target: one } }\n  - { id: use, criteria: Done, input: please use, depends_on: [make], execution: { target: two } }\n' });
    const { exitCode, stderr } = await run();
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('error: evals/a.yaml:4:5: case "use" depends on "make", which is not run on target "two"')]);
  });
});

test.each([
  ['depends_on: [mak]', '5:67: error: case "use" depends on "mak", and the suite has no such case\n  fix: did you mean "make"?'],
  ['depends_on: [use]', '5:67: error: case "use" depends on itself\n  fix: leave it out'],
  ['depends_on: [make, 1, ""]', '5:76: error: depends_on must have ids of cases, not an empty text'],
  ['depends_on: make', '5:66: error: depends_on must be a list of ids of cases, not a string\n  fix: write depends_on: [make]'],
  ['depends_on: [make], on_dependency_failure: stop', '5:97: error: on_dependency_failure must be one of skip, fail, run, not "stop"'],
  ['depends_on: [b]', '5:67: error: cases depend on each other in a circle: b → a → use → b'],
])('%s is an error at its place', async (written, message) => {
  const { folder: cwd } = await createWorkspace({
    'a.yaml': `tests:\n  - { id: make, criteria: Done, input: Hi }\n  - { id: b, criteria: Done, input: Hi ______, depends_on: [a] }\n  - { id: a, criteria: Done, input: Hi, depends_on: [use] }\n  - { id: use, criteria: Done, input: Hi __________, ${written} }\n`,
  });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd });
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining(`a.yaml:${message}`)]);
});

test('a file that is read while it runs knows no order: it says so, and conversion tells of it', async () => {
  const { folder: cwd } = await createWorkspace({ 'evals/a.yaml': SUITE, 'lines.jsonl': '{"id": "a", "criteria": "Done", "input": "Hi"}\n{"id": "b", "criteria": "Done", "input": "Hi", "depends_on": ["a"]}\n' });
  const checked = await runAssay(['validate', 'lines.jsonl'], { cwd });
  expect([checked.exitCode, checked.stdout]).toEqual([2, expect.stringContaining('lines.jsonl:2:48: error: Line 2: a case of a file that is read while it runs cannot depend on others')]);
  const converted = await runAssay(['convert', 'evals/a.yaml', '--to', 'jsonl'], { cwd });
  expect([converted.stderr, converted.stdout]).toEqual([expect.stringContaining('depends_on'), expect.not.stringContaining('depends_on')]);
  const same = await runAssay(['convert', 'evals/a.yaml', '--to', 'eval-cases'], { cwd });
  expect([same.exitCode, same.stdout]).toEqual([0, expect.stringMatching(/depends_on:[\s\S]*on_dependency_failure: run/u)]);
  const shown = await runAssay(['cases', 'evals/a.yaml', '--json'], { cwd });
  expect(JSON.parse(shown.stdout.split('\n')[0] ?? '')).toMatchObject({ id: 'after', depends_on: ['use'], on_dependency_failure: 'run' });
});
