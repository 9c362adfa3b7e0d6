import { describe, expect, test } from 'vitest';
import { runAssay } from '../support/commands/assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';

/** Scripts that try to get out of their sandbox, or never end. Those that score say that nothing was there. */
const ESCAPES: readonly (readonly [code: string, score: number | null])[] = [
  ['typeof process === "undefined" && typeof require === "undefined" && typeof fetch === "undefined"', 1],
  ['r.constructor.constructor("return typeof process")() === "undefined"', 1],
  ['import("node:fs").then(() => 1)', null],
  ['for (;;);', null],
];

/** Scripts that change what their answer is made with, or answer with what cannot be written down. */
const BREAKING: readonly (readonly [code: string, score: number | null])[] = [
  ['Object.prototype.toJSON = () => "}\\n{"; return { score: 1 };', 1],
  ['Object.prototype.toJSON = () => undefined; return { score: 1, explain: "x" };', 1],
  ['Object.prototype.toJSON = () => { throw 1; }; return {};', null],
  ['Object.prototype.type = "promise"; Object.prototype.value = 7; return 0.5;', 0.5],
  ['Array.prototype[Symbol.iterator] = null; String.prototype.slice = null; throw new Error("x".repeat(1e5));', null],
  ['Promise.prototype.then = () => { throw 1; }; return Promise.resolve(1);', null],
  ['let n = 0; throw { get message() { return n++ ? {} : "m"; }, name: { toString() { throw 1; } } };', null],
  ['return { score: 1, explain: { toJSON() { throw 1; } } };', 1],
  ['return { score: 10n };', null],
  ['return new Proxy({}, { has: () => true, get() { throw Symbol("s"); } });', null],
  ['Promise.reject(1); return NaN;', null],
  ['return -0;', 0],
];

describe('hostile scripts', () => {
  test('cost their own points only', async () => {
    const escapes = Array.from({ length: sized(1, 5) }, () => ESCAPES).flat();
    const points = escapes.map(([code]) => ({ fn: 'js', arg: code }));
    const workspace = await createWorkspace({
      'suite.json': JSON.stringify({ prompts: [{ id: 'p', prompt: 'Hi', should: [...points, { fn: 'contains', arg: 'fine' }] }] }),
      'out.jsonl': `${JSON.stringify({ id: 'p', text: 'a fine reply' })}\n`,
    });
    const { exitCode } = await runAssay(['score', 'suite.json', '--outputs', 'out.jsonl', '--threshold', '0.9'], {
      cwd: workspace.folder,
    });
    const [row] = await workspace.rows();
    const scores = row?.evaluators.flatMap(({ points: scored }) => scored?.map(({ score }) => score) ?? []);
    expect(scores).toEqual([...escapes.map(([, score]) => score), 1]);
    expect(exitCode).toBe(3);
  });

  test('that break their realm, as points and in `where`, cost their own points only', async () => {
    const toolCalls = [{ tool: 'search', input: { q: 'x' } }];
    const where = (code: string) => ({ fn: 'tool_args_match', arg: { name: 'search', where: code } });
    const points = [
      ...BREAKING.flatMap(([code]) => [{ fn: 'js', arg: code }, { fn: 'js', arg: 'r.includes("fine") && JSON.stringify({ a: 1 }).length === 7' }]),
      ...BREAKING.flatMap(([code]) => [where(`(() => { ${code} })()`), where('args.q === "x" && toolCalls.length === 1')]),
    ];
    const workspace = await createWorkspace({
      'suite.json': JSON.stringify({ prompts: [{ id: 'p', prompt: 'Hi', should: points }, { id: 'q', prompt: 'Hi', should: [{ fn: 'js', arg: 'r === "b"' }] }] }),
      'out.jsonl': ['p', 'q']
        .map((id) => `${JSON.stringify({ id, text: id === 'p' ? 'a fine reply' : 'b', output_messages: [{ role: 'assistant', content: id === 'p' ? 'a fine reply' : 'b', tool_calls: id === 'p' ? toolCalls : [] }] })}\n`)
        .join(''),
    });
    const { exitCode, stderr } = await runAssay(['score', 'suite.json', '--outputs', 'out.jsonl', '--threshold', '0.01'], { cwd: workspace.folder });
    expect(stderr).not.toMatch(/at .*\.js:\d|SyntaxError|unexpected/u);
    const rows = await workspace.rows();
    const scores = new Map(rows.map((row) => [row.caseId, row.evaluators.flatMap(({ points: scored }) => scored?.map(({ score }) => score) ?? [])]));
    expect(scores.get('q')).toEqual([1]);
    const ofPoints = scores.get('p') ?? [];
    expect(ofPoints.filter((_, index) => index % 2 === 1)).toEqual(BREAKING.flatMap(() => [1, 1]));
    expect(ofPoints.slice(0, 2 * BREAKING.length).filter((_, index) => index % 2 === 0)).toEqual(BREAKING.map(([, score]) => score));
    expect(exitCode).toBe(0);
  });
});
