import { describe, expect, test } from 'vitest';
import { runAssay } from '../support/assay.js';
import { createWorkspace } from '../support/workspace.js';
import { sized } from './support/full.js';

/** Scripts that try to get out of their sandbox, or never end. Those that score say that nothing was there. */
const ESCAPES: readonly (readonly [code: string, score: number | null])[] = [
  ['typeof process === "undefined" && typeof require === "undefined" && typeof fetch === "undefined"', 1],
  ['r.constructor.constructor("return typeof process")() === "undefined"', 1],
  ['import("node:fs").then(() => 1)', null],
  ['for (;;);', null],
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
});
