import { saying } from './small-suites.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

const TARGETS = 'targets:\n  - {name: bot, provider: mock, reply: sky}\n';

/** A project with two files of one name, of which the second one fails. */
export async function project(files: Readonly<Record<string, string>> = {}) {
  const workspace = await createWorkspace({
    '.assay/targets.yaml': TARGETS,
    'a/words.yaml': saying('sky'),
    'b/words.yaml': saying('sea'),
    ...files,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  return {
    ...workspace,
    assay,
    async run(out: string, ...args: string[]) {
      const done = await assay('run', ...args, '--target', 'bot', '--out', out);
      return { ...done, rows: await workspace.rows(out) };
    },
    async json(...args: string[]) {
      const { exitCode, stdout } = await assay(...args, '--json');
      return { exitCode, json: JSON.parse(stdout) as unknown };
    },
  };
}
