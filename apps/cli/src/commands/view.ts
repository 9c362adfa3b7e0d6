import { composeReading } from '../runner/reading/compose-reading.js';
import { findRunFolderIn } from '../runs/find-run-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { openBrowser } from '../runner/view/browser/open-browser.js';
import { serveRuns } from '../runner/view/serve-runs.js';
import { EXIT } from '../exit-codes.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createInterrupt } from '../processes/interrupt.js';
import { writeOut } from '../terminal/write-out.js';

export interface ViewOptions {
  /** False for `--no-open`. */
  readonly open: boolean;
  readonly port?: number;
  readonly untrusted?: boolean;
}

function note(text: string): void {
  process.stderr.write(`note: ${text}\n`);
}

/** Resolves when somebody wants it to end. */
function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

/** `assay view`: serves a page of runs until it is interrupted, which is how it is meant to end. Resolves to the exit code. */
export async function viewCommand(written: readonly string[], { open, port = 0, untrusted }: ViewOptions): Promise<number> {
  const cwd = process.cwd();
  const { env } = process;
  const { project, trust } = await composeReading({ cwd, env, redactor: outputRedactor, verbose: false, report: () => {}, untrusted });
  // Those of an untrusted project lie in the user's own folder, but for those from when it was trusted.
  const runsFolders = [...new Set([runsFolder(project.root), trust.runsFolder])];
  const asked: string[] = [];
  for (const run of written) asked.push(await findRunFolderIn(run, cwd, runsFolders));
  const interrupt = createInterrupt(() => {});
  interrupt.listen();
  const served = await serveRuns({ projectRoot: project.root, runsFolders, untrusted: trust.untrusted, asked, cwd, env, port });
  try {
    await writeOut(`${served.url}\n`);
    process.stderr.write('whoever has this address can look at the runs of this project; Ctrl-C ends it\n');
    if (open) openBrowser(served.url, env, note);
    await ended(interrupt.signal);
  } finally {
    await served.close();
  }
  return EXIT.passed;
}
