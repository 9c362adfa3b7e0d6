import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Something that is wrong, and what is said of it. */
export interface BadInput {
  readonly what: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly prepare?: (workspace: Workspace) => Promise<void>;
  readonly args: readonly string[];
  readonly exitCode: number;
  /** All of these stand in the output. */
  readonly says: readonly (string | RegExp)[];
}

/** What the command says of it, and how it ends. */
export async function attempt({ files, prepare, args }: BadInput) {
  const workspace = await createWorkspace(files);
  await prepare?.(workspace);
  const finished = await runAssay(args, { cwd: workspace.folder });
  // The summary wraps long lines at the width of the terminal.
  const plain = `${finished.stdout}\n${finished.stderr}`;
  return { ...finished, plain, output: `${plain}\n${plain.replaceAll(/\s+/gu, ' ')}` };
}
