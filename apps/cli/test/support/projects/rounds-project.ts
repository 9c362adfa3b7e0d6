import { beforeAll } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { drawnReplies, suiteOf } from './drawn-replies.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './workspace.js';

/** Replies by their targets, as lists in YAML: of `same` as many are good as of `agent`, and of `near` hardly fewer. */
export const TARGETS = { agent: drawnReplies(1, 0.8), same: drawnReplies(2, 0.8), worse: drawnReplies(3, 0.5), near: drawnReplies(4, 0.72), steady: '[good]' };

export interface Summary {
  readonly rounds: { readonly least: number; readonly most: number; readonly by: string; readonly groups: readonly { readonly suite: string; readonly repeats: number; readonly stopped: string | null; readonly looks: readonly { readonly repeats: number; readonly below: number; readonly above: number; readonly level: number; readonly later: number }[] }[] };
  readonly planned_trials: number;
  readonly complete: boolean;
  readonly groups: readonly { readonly trials: number }[];
}

interface RoundsProject {
  readonly workspace: Pick<Workspace, 'folder' | 'read' | 'write'>;
  assay(...args: string[]): Promise<Finished>;
  /** Runs the words on a target into a folder, whatever their score is. */
  run(out: string, target: string, ...args: string[]): Promise<Finished>;
  summaryOf(out: string): Promise<Summary>;
  /** How often each suite was repeated, and why no more often. */
  stopsOf(out: string): Promise<readonly string[]>;
}

/** One project, whose runs the tests of a file share, since they only read them: `before` is there to be compared with. To be called beside the hooks. */
export function roundsProject(): RoundsProject {
  let made: Workspace;
  const assay: RoundsProject['assay'] = (...args) => runAssay(args, { cwd: made.folder });
  const run: RoundsProject['run'] = (out, target, ...args) => assay('run', 'words.yaml', '--target', target, '--out', out, '--threshold', '0', ...args);
  const summaryOf: RoundsProject['summaryOf'] = async (out) => JSON.parse(await made.read(`${out}/summary.json`)) as Summary;
  const atEnd = removeAtEnd();
  beforeAll(async () => {
    made = await createWorkspace(
      {
        'words.yaml': suiteOf(120),
        'few.yaml': suiteOf(4),
        '.assay/targets.yaml': `targets:\n${Object.entries(TARGETS).map(([name, replies]) => `  - {name: ${name}, provider: mock, replies: ${replies}}\n`).join('')}`,
      },
      atEnd,
    );
    await run('before', 'agent', '--repeat', '5');
  }, 120_000);
  return {
    workspace: {
      get folder() {
        return made.folder;
      },
      read: (file) => made.read(file),
      write: (files) => made.write(files),
    },
    assay,
    run,
    summaryOf,
    stopsOf: async (out) => (await summaryOf(out)).rounds.groups.map(({ suite: name, repeats, stopped }) => `${name} ${repeats} ${stopped}`),
  };
}
