import { runAssay as alone } from '../../support/commands/assay.js';
import { runAssay as warm } from '../../support/commands/warm-assay.js';
import { full } from './full.js';

/**
 * Runs the built command to its end: in a full run of the attacks in a process of its own, in the sample in one that has run
 * others. Where the process is what is attacked (memory, signals, its start), there is that of `assay.ts`.
 */
export const runAssay: typeof alone = full ? alone : warm;
