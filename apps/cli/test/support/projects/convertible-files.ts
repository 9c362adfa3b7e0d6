import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

const EVALS = `# A comment.
description: Capitals
execution: { target: bot }
evalcases:
  - id: france
    expected_outcome: Names Paris
    input: "Capital of France?"
    rubrics:
      - { id: city, description: Names Paris, weight: 3 }
      - Is polite
  - id: peru
    note: for people
    expected_outcome: Names Lima
    input: Capital of Peru?
`;

const BLUEPRINT = `title: Greetings
models: [mock, 'openai:gpt-4o-mini']
system: Be kind.
temperatures: [0, 0.7]
---
- id: hi
  prompt: |
    Say hi.
    Then stop.
  ideal: Hi!
  should:
    - Is a greeting
    - $contains: Hi
      weight: 2
    - [$not_icontains: bye]
`;

const RULES = `id: mood_1
task: Name the mood.
input: What a day!
expected: HAPPY
rubric:
  label: { description: Is it right?, weight: 0.7, rule: exact_match }
  short: { weight: 0.3, rule: length_max_20 }
tags:
  - domain: moods
`;

/** Eval cases, a blueprint and a folder of test cases. */
export async function project(files: Readonly<Record<string, string>> = {}) {
  const workspace = await createWorkspace({ 'evals.yaml': EVALS, 'blueprints/hi.yml': BLUEPRINT, 'suites/moods/1.yaml': RULES, ...files });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  return { ...workspace, assay, convert: (...args: string[]) => assay('convert', ...args) };
}

/** The normalized cases of a file, as a program reads them. */
export async function casesOf(assay: (...args: string[]) => ReturnType<typeof runAssay>, file: string): Promise<readonly unknown[]> {
  const { stdout } = await assay('cases', file, '--json');
  return stdout.trim().split('\n').map((line) => JSON.parse(line) as unknown);
}

/** So many cases as JSON Lines, each with the same key more. */
export const lines = (count: number, more: string): string =>
  Array.from({ length: count }, (_, index) => `{"id":"c${index}","expected_outcome":"x","input":"Hi"${more}}\n`).join('');

/** Conversions with these arguments end with an error, and leave all files as they are. */
export const testNothingConverted = (rows: readonly (readonly [args: readonly string[], message: string, hint: string])[]): void =>
  test.each(rows)('%j', async (args, message, hint) => {
    const moods = 'evalcases:\n  - id: z\n    expected_outcome: Do it\n    input: Do it\n    expected_output: Done\n    evaluators: [{ type: exact_match }]\n';
    const { convert, folder, read } = await project({ 'moods.yaml': moods, '.assay/targets.yaml': 'targets: [{ name: bot, provider: mock }]\n' });
    const before = await readdir(folder, { recursive: true });
    const { exitCode, stderr } = await convert(...args);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(2);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(await read('evals.yaml')).toBe(EVALS);
    expect(await read('blueprints/hi.yml')).toBe(BLUEPRINT);
  });
