import type { ReporterDefinition } from '@assay/schema';
import { reporter as csv } from './csv.js';
import { reporter as github } from './github.js';
import { reporter as html } from './html.js';
import { reporter as json } from './json.js';
import { reporter as junit } from './junit.js';
import { reporter as markdown } from './markdown.js';
import { reporter as terminal } from './terminal.js';

/** Every installed reporter, one line each. */
export const reporterDefinitions: readonly ReporterDefinition[] = [csv, github, html, json, junit, markdown, terminal];
