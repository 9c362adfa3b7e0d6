import { join } from 'node:path';
import { collectGarbage } from '../../memory/collect-garbage.js';
import { readSearch } from '../search/read-search.js';
import { searchRows } from '../search/search-rows.js';
import { runOf } from '../data/run-of.js';
import type { Route } from './route.js';

/** Positions of the rows in which a text or a pattern is found. Whoever goes away ends the search. */
export const search: Route = {
  method: 'POST',
  path: /^\/api\/runs\/([^/]+)\/search$/u,
  async handle({ context, parts: [id], body, signal }, answer) {
    const run = await runOf(context, id);
    const request = readSearch(await body());
    const lines = answer.lines();
    await searchRows(join(run.folder, 'results.jsonl'), request, signal, (event) => void lines.write(event));
    lines.end();
    // Hits that were sent leave much behind.
    setImmediate(collectGarbage);
  },
};
