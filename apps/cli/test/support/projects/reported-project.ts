import { readdir } from 'node:fs/promises';
import { createWorkspace, type Workspace } from './workspace.js';

/** Two cases, of which one fails. */
export const SUITE = `evalcases:
  - {id: one, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
  - {id: two, expected_outcome: says a, input: b, evaluators: [{type: contains, value: a}, {name: short, type: latency, max_ms: 100000}]}
`;

/** The run of them. */
export const RUN = ['run', 'suite.yaml', '--target', 'mock'] as const;

/** A project with that suite, and files that a test adds. */
export const project = (files: Readonly<Record<string, string>> = {}): Promise<Workspace> => createWorkspace({ 'suite.yaml': SUITE, ...files });

/** Files of a folder that are no part of the project. */
export async function leftovers({ folder }: Workspace): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
}
