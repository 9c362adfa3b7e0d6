import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from '../support/commands/assay.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { full, sized } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** Patterns that take for ever on texts of `a`, each for a reason of its own. */
const SLOW: readonly string[] = [
  'a{30000}b',
  '(?i)a{30000,60000}b',
  `${'a'.repeat(30_000)}b`,
  '(a+)+$b',
  '(?:a|a)*b',
  '(?:a?){60}a{60}b',
  '(?<=a{30000})b',
  '(?<!b.{0,9000})c(?=x)|(?:a{1000}){1000}b',
  '(a*)\\1*b',
  '(?<n>a+)\\k<n>+b',
  '(?i)(?<n>[ſa]+)\\k<n>+\\u{62}',
  '(?:(?=a{5000}b)|a)*x',
  '(?s).*.*.*b',
  Array.from({ length: 3_000 }, (_, index) => `a{${index + 1_000}}b`).join('|'),
];

/** Patterns that are no trouble, or are said to be too much before anything runs. */
const PLAIN = ['^a', 'a$', '(?i)A{3}', '(?:a|b)c?a', '\\p{L}+'] as const;

const TEXT = 'a'.repeat(sized(500_000, 4_000_000));

async function project(slow: readonly string[], text: string = TEXT): Promise<Workspace> {
  const should = [...slow, ...PLAIN].map((pattern) => ({ fn: 'matches', arg: pattern }));
  return createWorkspace({
    'suite.json': JSON.stringify({ prompts: [{ id: 'p', prompt: 'Hi', should }] }),
    'out.jsonl': `${JSON.stringify({ id: 'p', text })}\n`,
  });
}

const SCORE = ['score', 'suite.json', '--outputs', 'out.jsonl', '--threshold', '0.9'];

async function scoresOf(workspace: Workspace): Promise<readonly (readonly [number | null, string | undefined])[]> {
  const [row] = await workspace.rows();
  return row?.evaluators.flatMap(({ points }) => points?.map(({ score, error }) => [score, error?.message] as const) ?? []) ?? [];
}

describe('patterns that take for ever', () => {
  test('cost their own points only', { timeout: 240_000 }, async () => {
    const slow = full ? SLOW : SLOW.filter((_, index) => index % 14 === 0);
    const workspace = await project(slow);
    const start = performance.now();
    const { exitCode } = await runAssay(SCORE, { cwd: workspace.folder });
    const scores = await scoresOf(workspace);
    expect(scores.slice(slow.length)).toEqual(PLAIN.map(() => [1, undefined]));
    for (const [index, [score, message]] of scores.slice(0, slow.length).entries()) {
      if (score !== 0) expect([score, message], slow[index]).toEqual([null, expect.stringMatching(/did not finish within 1000 ms|cannot be tried/u)]);
    }
    // A second each, and time to start: far from what the patterns would take.
    expect(performance.now() - start).toBeLessThan(slow.length * 8_000 + 30_000);
    expect(exitCode).toBe(3);
  });

  test('in a list, in a JSON Schema: a second for all of them together', { timeout: 120_000 }, async () => {
    const slow = Array.from({ length: 200 }, (_, index) => `(a+)+${index}$`);
    const schema = { type: 'object', properties: Object.fromEntries(slow.map((pattern, index) => [`k${index}`, { type: 'string', pattern }])) };
    const text = JSON.stringify(Object.fromEntries(slow.map((_, index) => [`k${index}`, `${'a'.repeat(40)}b`])));
    // The sample has a schema that does not end beside templates that do not.
    const checks = sized([], [{ type: 'json_schema', schema }]);
    const workspace = await createWorkspace({
      'suite.yaml': JSON.stringify({
        evalcases: [
          {
            id: 'p',
            input: 'Hi',
            expected_outcome: 'ok',
            evaluators: [
              ...checks,
              { type: 'matches_all_of', value: slow },
              { type: 'contains', value: 'k199' },
            ],
          },
        ],
      }),
      'out.jsonl': `${JSON.stringify({ id: 'p', text })}\n`,
    });
    const start = performance.now();
    const { stderr } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect(performance.now() - start).toBeLessThan(60_000);
    const [row] = await workspace.rows();
    expect(row?.evaluators.map(({ score, error }) => [score, error?.message ?? '']), stderr).toEqual([
      ...checks.map(() => [null, expect.stringContaining('did not finish within')]),
      [null, expect.stringContaining('did not finish within')],
      [1, ''],
    ]);
  });

  // The sample has this beside schemas and templates that do not end.
  test.runIf(full)('do not keep Ctrl-C from ending the run', { timeout: 120_000 }, async () => {
    const workspace = await project(Array.from({ length: 200 }, (_, index) => `(a+)+${index}$`), `${'a'.repeat(60)}b`);
    const { child, finished } = startAssay(SCORE, { cwd: workspace.folder });
    await sleep(4_000);
    const asked = performance.now();
    child.kill('SIGINT');
    const { exitCode } = await finished;
    expect(exitCode).toBe(130);
    // About a tenth of a second on a machine that has nothing else to do, and minutes if it waited for the patterns.
    expect(performance.now() - asked).toBeLessThan(10_000);
  });

  test('those that would take too long to make ready are told before anything runs', async () => {
    const bombs = [`${'('.repeat(10_000)}a${')'.repeat(10_000)}`, 'a{1000}{1000}{1000}', '\\p{L}'.repeat(20_000), 'a|'.repeat(60_000)];
    const workspace = await project(bombs, 'aaa');
    const { stderr, stdout } = await runAssay(['validate', 'suite.json'], { cwd: workspace.folder });
    const said = stderr + stdout;
    expect(said.match(/is too large|is not a valid pattern/gu)).toHaveLength(bombs.length);
    expect(said.length).toBeLessThan(10_000);
    await runAssay(SCORE, { cwd: workspace.folder });
    expect(await scoresOf(workspace)).toEqual([
      ...bombs.map(() => [null, expect.stringMatching(/is too large|is not a valid pattern/u)]),
      ...PLAIN.map(() => [1, undefined]),
    ]);
  });

  test('10,000 different ones in a run', { timeout: 120_000 }, async () => {
    const patterns = Array.from({ length: sized(500, 10_000) }, (_, index) => `^(?:a|b${index})+c?.*a`);
    const workspace = await project(patterns, 'a'.repeat(4_000));
    const { exitCode } = await runAssay(SCORE, { cwd: workspace.folder });
    expect(exitCode).toBe(0);
    expect((await scoresOf(workspace)).every(([score]) => score === 1)).toBe(true);
  });
});
