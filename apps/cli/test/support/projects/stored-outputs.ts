import { expect, test } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

function caseLine(id: string, extra: object = {}): string {
  return JSON.stringify({ id, expected_outcome: 'says a', input: 'a', evaluators: [{ type: 'contains', value: 'a' }], ...extra });
}

/** A suite of two cases, and replies to both that pass. */
export const YAML = `evalcases:
  - {id: one, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
  - {id: two, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
`;
const JSONL = `${caseLine('one')}\n${caseLine('two')}\n`;
export const BOTH = '{"id": "one", "text": "a"}\n{"id": "two", "text": "a"}\n';

interface Scored extends Finished {
  /** Whether a run was begun. */
  readonly begun: boolean;
}

/** `assay score` of a suite (in YAML, or as a dataset that is streamed) with these outputs. */
export async function score(outputs: string | Uint8Array, { suite = YAML, args = [] as readonly string[], file = 'set.yaml' } = {}): Promise<Scored> {
  const workspace = await createWorkspace({ [file]: suite, 'out.jsonl': outputs });
  const finished = await runAssay(['score', file, '--outputs', 'out.jsonl', '--out', 'run', ...args], { cwd: workspace.folder });
  const begun = await workspace.rows('run').then(
    () => true,
    () => false,
  );
  return { ...finished, begun };
}

/** The same cases in a file that is read line by line. */
export const streamed = { suite: JSONL, file: 'set.jsonl' };

/** Neither of the two suites is scored with these outputs: the error is on this line. */
export const testRefusedOutputs = (rows: readonly (readonly [what: string, outputs: string, line: number | string, message: string])[]): void =>
  test.each(rows)('%s', async (_what, outputs, line, message) => {
    for (const options of [{}, streamed]) {
      const { exitCode, stderr, stdout, begun } = await score(outputs, options);
      expect(stderr).toContain(`out.jsonl:${typeof line === 'number' ? `${line}:1` : line}: error: `);
      expect(stderr).toContain(message);
      expect(exitCode).toBe(2);
      expect(stdout).toBe('');
      expect(begun).toBe(false);
    }
  });
