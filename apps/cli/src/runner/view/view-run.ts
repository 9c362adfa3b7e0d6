import { resolve } from 'node:path';
import type { Reporter } from '@assay/schema';
import { outputRedactor } from '../../secrets/output-redactor.js';
import { createInterrupt } from '../../processes/interrupt.js';
import { composeReading } from '../reading/compose-reading.js';
import { openBrowser } from './browser/open-browser.js';
import { serveRuns } from './serve-runs.js';

export interface ViewRunOptions {
  /** `--untrusted` */
  readonly untrusted: boolean | undefined;
}

/** The page of a run that goes on. */
export interface ViewedRun {
  /** Called with the run. */
  readonly reporter: Reporter;
  /** Serves the page on, until somebody interrupts. */
  untilInterrupted(): Promise<void>;
  close(): Promise<void>;
}

function note(text: string): void {
  process.stderr.write(`note: ${text}\n`);
}

/** `assay run --view`: serves the page of a run from before it begins, and opens the browser when it has begun. */
export async function viewRun({ untrusted }: ViewRunOptions): Promise<ViewedRun> {
  const cwd = process.cwd();
  const { env } = process;
  // Findings are told by the run, which reads the same settings.
  const { project, trust } = await composeReading({ cwd, env, redactor: outputRedactor, verbose: false, report: () => {}, untrusted });
  const served = await serveRuns({ projectRoot: project.root, runsFolders: [trust.runsFolder], untrusted: trust.untrusted, asked: [], cwd, env, port: 0 });
  process.stderr.write(`view: ${served.url}\n`);
  return {
    reporter: {
      name: 'view',
      runStarted({ location }) {
        served.show(resolve(cwd, location));
        openBrowser(served.url, env, note);
      },
    },
    async untilInterrupted() {
      const interrupt = createInterrupt(() => {});
      interrupt.listen();
      process.stderr.write(`the run has ended; it can be looked at until Ctrl-C: ${served.url}\n`);
      await new Promise<void>((done) => interrupt.signal.addEventListener('abort', () => done()));
    },
    close: () => served.close(),
  };
}
