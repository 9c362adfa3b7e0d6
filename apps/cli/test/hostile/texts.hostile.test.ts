import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from '../support/commands/assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { full, sized } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** Characters of each reply: at most 4 MB. */
const LENGTH = sized(30_000, 1_200_000);
const row = (part: string): string => part.repeat(LENGTH / part.length);

/** What each is made of is what some reader of texts finds hard. */
const REPLIES: Readonly<Record<string, string>> = {
  accents: row('\u0301\u0323'),
  thai: row('ก'),
  han: row('咖'),
  letters: row('a'),
  quotes: row('"'),
  escapes: `{\n"${row('\\"')}`,
  brackets: row('[{'),
  braces: row('{"'),
  blanks: `x${row(' ')}x`,
  lines: `\`\`\`\n${row('\n')}x`,
  returns: `x${row('\r')}x`,
  fences: row('```\n'),
  digits: `-${row('1')}.`,
  list: `[{},{}${Array.from({ length: LENGTH / 15 }, (_, index) => `,{"a":${index}}`).join('')}]`,
};

const half = 'a'.repeat(LENGTH / 8);
const POINTS = [
  { fn: 'contains', arg: `${half}b${half}` },
  { fn: 'icontains', arg: `${half}b${half}` },
  { fn: 'contains_word', arg: 'กกก' },
  { fn: 'contains_word', arg: '啡' },
  { fn: 'contains_all_of', arg: ['aab', 'กข'] },
  { fn: 'word_count_between', arg: [1e8, 1e9] },
  { fn: 'is_json' },
  { fn: 'js', arg: 'r.length < 5' },
];

describe('replies that are hard to read', () => {
  test('take no longer than their length, by any of the functions', { timeout: 300_000 }, async () => {
    const ids = Object.keys(REPLIES);
    const workspace = await createWorkspace({
      'suite.json': JSON.stringify({ prompts: ids.map((id) => ({ id, prompt: 'Hi', should: id === 'list' ? POINTS.filter(({ fn }) => fn !== 'is_json') : POINTS })) }),
      'unique.yaml': JSON.stringify({
        evalcases: ids.map((id) => ({
          id,
          input: 'Hi',
          expected_outcome: 'ok',
          evaluators: [{ type: 'json_schema', schema: { type: 'array', uniqueItems: true } }, { type: 'exact_match', value: 'x' }],
        })),
      }),
      'out.jsonl': ids.map((id) => `${JSON.stringify({ id, text: REPLIES[id] })}\n`).join(''),
    });
    const start = performance.now();
    const points = await runAssay(['score', 'suite.json', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect(points.exitCode, points.stderr).toBe(1);
    for (const { error, evaluators } of await workspace.rows()) {
      expect(error).toBeUndefined();
      for (const { score, error: why } of evaluators.flatMap((evaluator) => evaluator.points ?? [])) {
        expect(why).toBeUndefined();
        expect(score).toBeLessThan(0.1);
      }
    }
    // Some seconds on a machine that has nothing else to do; hours for a single one of them if one takes the square.
    expect(performance.now() - start).toBeLessThan(120_000);
    if (!full) return;
    const unique = await runAssay(['score', 'unique.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect(unique.exitCode, unique.stderr).toBe(1);
    expect(performance.now() - start).toBeLessThan(240_000);
  });
});

describe('globs that take for ever', () => {
  const GLOB = `${'*a'.repeat(30)}*b`;
  const evalcase = (id: string) => ({ id, expected_outcome: 'ok', input: [{ role: 'user', content: [{ type: 'file', value: `${'a'.repeat(100)}/${'a'.repeat(200)}.md` }] }], evaluators: [{ type: 'contains', value: 'x' }] });

  test('in --id, in a project’s settings, and for files', { timeout: 60_000 }, async () => {
    const workspace = await createWorkspace({
      '.assay/config.yaml': JSON.stringify({ guideline_patterns: [GLOB, `${'**/*a*'.repeat(10)}/b`, '+(a|aa|*a)/+(a|aa)b'] }),
      [`${'a'.repeat(100)}/${'a'.repeat(200)}.md`]: 'Be kind.',
      [`evals/${'a'.repeat(200)}.yaml`]: JSON.stringify({ evalcases: [evalcase('a'.repeat(400)), evalcase('b')] }),
    });
    const none = await runAssay(['run', 'evals', '--target', 'mock', '--id', GLOB], { cwd: workspace.folder });
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('no case has an id that matches')]);
    const some = await runAssay(['cases', 'evals/*a*a*a*a*a*a*a*a*.yaml', '--json', '--id', `${'*a'.repeat(30)}*`], { cwd: workspace.folder });
    expect(some.exitCode, some.stderr).toBe(0);
    expect(some.stdout).toContain('a'.repeat(400));
    expect(some.stdout).toContain('Be kind.');
    const files = await runAssay(['validate', `evals/${GLOB}.yaml`], { cwd: workspace.folder });
    expect([files.exitCode, files.stderr]).toEqual([2, expect.stringContaining('nothing matches')]);
    const refused = await runAssay(['cases', 'evals', '--id', 'x!(a)'], { cwd: workspace.folder });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('!(…) is not possible')]);
  });
});

describe('schemas, templates and patterns that do not end', () => {
  const branch = { items: { $ref: '#' } };
  const schema = { allOf: [{ type: 'array' }, branch, branch] };
  const prompt = `${'{% for a in (1..3000) %}'.repeat(3)}{{ candidate_answer | upcase }}${'{% endfor %}'.repeat(3)}`;
  // The attacks with patterns have the pattern alone; a second for each of these is enough for the sample.
  const pattern = sized([], [{ type: 'matches', value: '(\\[+)+x' }]);
  const endless = (id: string) => ({ id, input: 'Hi', expected_outcome: 'ok', evaluators: [{ type: 'json_schema', schema }, { type: 'llm_judge', prompt }, ...pattern, { type: 'contains', value: '[' }] });
  const outputs = (ids: readonly string[]) => ids.map((id) => `${JSON.stringify({ id, text: `${'['.repeat(200)}${']'.repeat(200)}` })}\n`).join('');
  const SCORE = ['score', 'suite.yaml', '--outputs', 'out.jsonl', '--judge', 'mock'];

  test('cost their own check, and do not keep Ctrl-C from ending the run', { timeout: 60_000 }, async () => {
    const one = await createWorkspace({ 'suite.yaml': JSON.stringify({ evalcases: [endless('a')] }), 'out.jsonl': outputs(['a']) });
    const { stderr } = await runAssay(SCORE, { cwd: one.folder });
    const [row] = await one.rows();
    expect(row?.evaluators.map(({ score, error }) => [score, error?.message ?? '']), stderr).toEqual([
      [null, 'the check against the JSON Schema did not finish within 1000 ms'],
      // Which of its two bounds ends it depends on the machine.
      [null, expect.stringMatching(/^the prompt cannot be rendered(?: within 1000 ms|: memory alloc limit exceeded)/u)],
      ...pattern.map(() => [null, expect.stringContaining('did not finish within 1000 ms')]),
      [1, ''],
    ]);
    const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
    const many = await createWorkspace({ 'suite.yaml': JSON.stringify({ evalcases: ids.map(endless) }), 'out.jsonl': outputs(ids) });
    const { child, finished } = startAssay(SCORE, { cwd: many.folder });
    // It says that it begins, and then is at the first of its checks.
    await once(child.stderr as Readable, 'data');
    await sleep(sized(500, 1_500));
    child.kill('SIGINT');
    const asked = performance.now();
    expect((await finished).exitCode).toBe(130);
    // At once on a machine that has nothing else to do; a minute and more if it waited for what has been started.
    expect(performance.now() - asked).toBeLessThan(10_000);
  });
});
