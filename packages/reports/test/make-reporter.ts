import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor, type Reporter, type ReporterDefinition, type ReporterEnvironment } from '@assay/schema';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';

export interface MadeReporter {
  readonly reporter: Reporter;
  /** The report so far. */
  readonly written: () => string;
  /** What was said while the run went on. */
  readonly said: () => string;
}

/** A reporter of this definition that writes into memory; closed when the test has finished. */
export async function makeReporter(definition: ReporterDefinition, options: unknown, change: Partial<ReporterEnvironment> = {}): Promise<MadeReporter> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'assay-report-'));
  onTestFinished(() => rm(scratchFolder, { recursive: true }));
  let [written, said] = ['', ''];
  const reporter = await definition.create(v.parse(definition.options, options), {
    output: { write: async (text) => void (written += text) },
    progress: { write: (text) => void (said += text) },
    scratchFolder,
    color: false,
    interactive: false,
    columns: () => Number.POSITIVE_INFINITY,
    redactor: createRedactor(),
    ...change,
  });
  onTestFinished(async () => {
    await reporter.close?.();
  });
  return { reporter, written: () => written, said: () => said };
}
