import { expect } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { copiedProject } from './copied-project.js';
import { createWorkspace, type Workspace } from './workspace.js';

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

function commandsIn(workspace: Pick<Workspace, 'folder'>) {
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const run = async (out: string, ...args: string[]) => {
    const { stderr } = await assay('run', 'words.yaml', '--out', out, ...args);
    expect(stderr).not.toContain('error');
  };
  const compare = async (...args: string[]) => {
    const { exitCode, stdout } = await assay('compare', ...args, '--json');
    return { exitCode, json: JSON.parse(stdout) as Record<string, unknown> };
  };
  return { assay, run, compare };
}

/**
 * A project with three runs: `one` of the first target, `two` of the second, `both` of the two. They are made once, and each test gets
 * a copy. To be called beside the tests.
 */
export function comparedWords() {
  const copied = copiedProject(async (whenDone) => {
    const workspace = await createWorkspace({ 'words.yaml': WORDS, '.assay/targets.yaml': TARGETS }, whenDone);
    const { run } = commandsIn(workspace);
    await run('one', '--target', 'first');
    await run('two', '--target', 'second');
    await run('both', '--target', 'first', '--target', 'second');
    return workspace;
  });
  return async () => {
    const workspace = await copied();
    return { workspace, ...commandsIn(workspace) };
  };
}
