import { expect } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { copiedProject } from './copied-project.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** The score of a case is the share of its words that the reply has. */
export function caseOf(id: string, words: readonly string[], more = ''): string {
  const checks = words.map((word) => `{type: contains, value: ${word}}`).join(', ');
  return `  - {id: ${id}, expected_outcome: x, input: ${id}, ${more}evaluators: [${checks}]}\n`;
}

/** Of the suite: the first one fails as long as one of its words is missing. */
export const CASES = [caseOf('both', ['blue', 'green']), caseOf('red', ['red'], 'weight: 2, '), caseOf('sky', ['sky'])];
export const suiteOf = (cases: readonly string[]): string => `evalcases:\n${cases.join('')}`;
export const targetsOf = (...targets: readonly (readonly [string, string])[]): string =>
  `targets:\n${targets.map(([name, reply]) => `  - {name: "${name}", provider: mock, reply: "${reply}"}\n`).join('')}`;

const FILES = { 'words.yaml': suiteOf(CASES), '.assay/targets.yaml': targetsOf(['bot', 'red blue sky']) };

/** @param runs that it has already */
function commandsIn(workspace: Workspace, runs = 0) {
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  return {
    ...workspace,
    assay,
    async run(...args: string[]) {
      const { stderr } = await assay('run', 'words.yaml', '--out', `run-${(runs += 1)}`, ...args);
      expect(stderr).not.toContain('error');
      return `run-${runs}`;
    },
    reply: (text: string) => workspace.write({ '.assay/targets.yaml': targetsOf(['bot', text]) }),
    /** A run of the `bot` target from outputs that exist; cases that are not among them are unscored. */
    async score(outputs: Readonly<Record<string, string>>) {
      const folder = `run-${(runs += 1)}`;
      await workspace.write({ 'outputs.jsonl': Object.entries(outputs).map(([id, text]) => JSON.stringify({ id, text })).join('\n') });
      await assay('score', 'words.yaml', '--outputs', 'outputs.jsonl', '--out', folder);
      return folder;
    },
    async json(...args: string[]) {
      const { exitCode, stdout } = await assay('baseline', ...args, '--json');
      return { exitCode, json: JSON.parse(stdout) as Record<string, unknown> };
    },
  };
}

/** A project with a suite of three cases, and a target that says what it is told to. */
export async function project() {
  return commandsIn(await createWorkspace(FILES));
}

/**
 * Such a project with a run of its target, `run-1`, or with the baseline of that run too: made once, and each test gets a copy. To be
 * called beside the tests.
 */
export function baselineProjects() {
  const ran = copiedProject(async (whenDone) => {
    const workspace = await createWorkspace(FILES, whenDone);
    await commandsIn(workspace).run('--target', 'bot');
    return workspace;
  });
  const saved = copiedProject(async (whenDone) => {
    const workspace = await createWorkspace(FILES, whenDone);
    const { assay, run } = commandsIn(workspace);
    await assay('baseline', 'save', await run('--target', 'bot'));
    return workspace;
  });
  return { ran: async () => commandsIn(await ran(), 1), saved: async () => commandsIn(await saved(), 1) };
}

/** Where its baseline is kept. */
export const FILE = 'baselines/words/bot.json';
