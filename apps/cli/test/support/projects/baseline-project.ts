import { expect } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

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

/** A project with a suite of three cases, and a target that says what it is told to. */
export async function project() {
  const workspace = await createWorkspace({ 'words.yaml': suiteOf(CASES), '.assay/targets.yaml': targetsOf(['bot', 'red blue sky']) });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  let runs = 0;
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

/** Where its baseline is kept. */
export const FILE = 'baselines/words/bot.json';
