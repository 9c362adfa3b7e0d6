import { join } from 'node:path';
import { loadEvalCases } from '@assay/loaders';
import type { EvalCase } from '@assay/schema';
import { createWorkspace } from '../support/projects/workspace.js';
import { definitions, type Files } from './composed-loader.js';

export type Fields = Readonly<Record<string, unknown>>;

export const QUERY = [{ role: 'user', content: 'Query' }] as const;

/** One case as a YAML document, as a line of JSONL, and as what both are read as. */
export const AS_YAML = 'evalcases:\n  - id: test-1\n    expected_outcome: Goal\n    input_messages:\n      - role: user\n        content: Query\n';
export const AS_LINE: Fields = { id: 'test-1', expected_outcome: 'Goal', input_messages: QUERY };
export const THE_CASE: EvalCase = {
  id: 'test-1',
  expectedOutcome: 'Goal',
  inputMessages: QUERY,
  expectedMessages: [],
  evaluators: [{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }],
  execution: { target: 'default' },
  weight: 1,
  tags: [],
};

/** The line of a case with this number. */
export const row = (number: number, more: Fields = {}): Fields => ({
  id: `test-${number}`,
  expected_outcome: `Goal ${number}`,
  input_messages: QUERY,
  ...more,
});

/** `loadEvalCases` as a program calls it, with everything that is installed. */
export async function loadCases(file: string, files: Files): Promise<readonly EvalCase[]> {
  const { folder } = await createWorkspace(files);
  return loadEvalCases(join(folder, file), { definitions, workingDirectory: folder, report: () => {} });
}
