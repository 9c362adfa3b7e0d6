import { expect } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Shows its arguments and its standard input. */
const SHOW = `
import { readFileSync } from 'node:fs';
console.log(JSON.stringify({ argv: process.argv.slice(2), stdin: readFileSync(0, 'utf8') }));
`;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const TARGETS = `
targets:
  - { name: list, provider: cli, command: [node, show.mjs, '{PROMPT}', '--', '{GUIDELINES}', '--', '{FILES}'] }
  - { name: line, provider: cli, command: 'node show.mjs {FILES} -- {GUIDELINES}', files_format: '--file {path}' }
  - { name: piped, provider: cli, command: node show.mjs }
`;

/** What it shows. */
interface Seen {
  readonly argv: readonly string[];
  readonly stdin: string;
}

/** A project with targets that are this program. */
export async function project(files: Readonly<Record<string, string | Uint8Array>>): Promise<Workspace> {
  return createWorkspace({ 'show.mjs': SHOW, '.assay/targets.yaml': TARGETS, ...files });
}

/** What the program of a target saw of the only case. */
export async function seenBy(workspace: Workspace, target: string): Promise<Seen> {
  const out = `runs/${target}`;
  const finished = await runAssay(['run', 'suite.yaml', '--target', target, '--out', out], { cwd: workspace.folder });
  expect(finished).toMatchObject({ exitCode: 0 });
  const [row] = await workspace.rows(out);
  return JSON.parse(row?.output?.text ?? '') as Seen;
}

/** A suite of one case with this input. */
export function suiteOf(content: readonly object[]): string {
  return JSON.stringify({
    evaluators: [{ type: 'contains', value: 'argv' }],
    evalcases: [{ id: 'a', expected_outcome: 'x', input: [{ role: 'user', content }] }],
  });
}

/** Parts of an input. */
export const file = (value: string) => ({ type: 'file', value });
export const say = (value: string) => ({ type: 'text', value });

/** What parts may name. */
export const FILES = {
  'data/first code.py': 'x = 1\n',
  'data/second.txt': 'two\n',
  'data/pixel.png': PIXEL,
  'style.instructions.md': 'Use tabs.\n',
};
