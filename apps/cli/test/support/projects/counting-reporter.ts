import * as v from 'valibot';
import { evaluate, type Reporter, type ReporterDefinition } from '../../../src/index.js';
import type { Workspace } from './workspace.js';

/** A reporter that counts trials, unless it is changed. */
const counting = (change: Partial<Reporter> = {}): ReporterDefinition => ({
  kind: 'reporter', name: 'count', description: 'Counts trials.', examples: [], writes: 'text/plain',
  options: v.strictObject({ word: v.optional(v.string()) }),
  create(options, { output }) {
    const { word = 'trials' } = options as { readonly word?: string };
    let count = 0;
    return { name: 'count', trialFinished: () => void (count += 1), runFinished: () => output.write(`${count} ${word}\n`), ...change };
  },
});

/** Runs the suite with that reporter, which has little time for whatever it does. */
export const run = async (workspace: Workspace, change: Partial<Reporter>, reports: Parameters<typeof evaluate>[0]['reports']) =>
  evaluate({ files: 'suite.yaml', cwd: workspace.folder, env: {}, targets: ['mock'], reporterTimeoutSeconds: 0.3, reporters: [counting(change)], reports });
