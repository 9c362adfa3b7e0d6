import type { Route } from './route.js';
import { compare } from './compare.js';
import { edit } from './edit.js';
import { info } from './info.js';
import { addDrawnLabel, labelling } from './labelling.js';
import { addLabel, labels } from './labels.js';
import { page } from './page.js';
import { rows } from './rows.js';
import { runIndex } from './run-index.js';
import { run } from './run.js';
import { runs } from './runs.js';
import { search } from './search.js';
import { trust } from './trust.js';

/** Everything that is answered. */
export const ROUTES: readonly Route[] = [page, info, runs, run, runIndex, rows, search, labels, addLabel, labelling, addDrawnLabel, trust, edit, compare];
