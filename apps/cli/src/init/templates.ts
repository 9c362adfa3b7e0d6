import { config } from './config.js';
import { demoTarget } from './demo-target.js';
import { evalSuite } from './eval-suite.js';
import { targets } from './targets.js';
import type { Template } from './template.js';

/** The files of a new project, in the order in which they are written. */
export const templates: readonly Template[] = [evalSuite, demoTarget, targets, config];
