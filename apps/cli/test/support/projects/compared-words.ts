import { expect } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** The score of a case is the share of its words that the reply has. */
function caseOf(id: string, words: readonly string[], more = ''): string {
  const checks = words.map((word) => `{type: contains, value: ${word}}`).join(', ');
  return `  - {id: ${id}, expected_outcome: x, input: x, ${more}evaluators: [${checks}]}\n`;
}

const WORDS = `evalcases:\n${[
  caseOf('better', ['blue', 'green']),
  caseOf('worse', ['red'], 'weight: 2, '),
  caseOf('equal', ['sky']),
].join('')}`;
const TARGETS = `targets:
  - {name: first, provider: mock, reply: red blue sky}
  - {name: second, provider: mock, reply: green blue sky}
`;

/** A project with two runs: `one` of the first target, `two` of the second. */
export async function project() {
  const workspace = await createWorkspace({ 'words.yaml': WORDS, '.assay/targets.yaml': TARGETS });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const run = async (out: string, ...args: string[]) => {
    const { stderr } = await assay('run', 'words.yaml', '--out', out, ...args);
    expect(stderr).not.toContain('error');
  };
  const compare = async (...args: string[]) => {
    const { exitCode, stdout } = await assay('compare', ...args, '--json');
    return { exitCode, json: JSON.parse(stdout) as Record<string, unknown> };
  };
  await run('one', '--target', 'first');
  await run('two', '--target', 'second');
  return { workspace, assay, run, compare };
}
