import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finished } from '../commands/assay.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Adds a line to a file that it finds, and makes another one. */
export const AGENT = `cat > /dev/null; echo "line of $ASSAY_CASE_ID" >> notes.txt; echo made > made.txt; echo "worked in $(pwd)"`;
const COUNT = `cat > /dev/null; test "$(wc -l < "$ASSAY_WORKSPACE/notes.txt")" -eq 2 && test -f "$ASSAY_WORKSPACE/made.txt" && echo true || echo false`;

/** Two cases that an agent works on in a folder of its own. */
export const SUITE = `
execution: { target: agent }
workspace:
  template: template
assert: [{ type: script, script: [sh, checks/count.sh] }]
tests:
  - { id: one, criteria: adds a line, input: Add a line }
  - { id: two, criteria: adds a line, input: Add a line }
`;

const FILES = {
  'suite.yaml': SUITE,
  'template/notes.txt': 'first\n',
  'checks/count.sh': COUNT,
  'agents/agent.sh': AGENT,
  '.assay/targets.yaml': 'targets:\n  - { name: agent, provider: cli, command: [sh, "{TARGET_DIR}/agents/agent.sh"], max_retries: 1 }\n',
};

interface Project extends Workspace {
  /** Runs the suite, with a temporary folder that is the project’s own. */
  run(...args: readonly string[]): Promise<Finished>;
  /** What is left in that folder. */
  left(): Promise<readonly string[]>;
}

/** A project with that suite and that agent, unless files say otherwise. */
export async function project(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const workspace = await createWorkspace({ ...FILES, ...files });
  const env = { TMPDIR: join(workspace.folder, 'tmp') };
  await mkdir(env.TMPDIR);
  return {
    ...workspace,
    run: (...args) => runAssay(['run', 'suite.yaml', '--out', 'run', ...args], { cwd: workspace.folder, env }),
    left: async () => (await readdir(env.TMPDIR)).filter((name) => name.startsWith('assay-workspaces-')),
  };
}

/** Lines that are not empty. */
export const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
