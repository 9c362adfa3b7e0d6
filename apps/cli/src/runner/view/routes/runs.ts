import type { PageRun } from '@assay/schema';
import { pageRun } from '../data/page-run.js';
import type { Route } from './route.js';

/** All runs. */
export const runs: Route = {
  method: 'GET',
  path: /^\/api\/runs$/u,
  async handle({ context: { runs: known, cwd }, signal }, answer) {
    const found: PageRun[] = [];
    // One after the other: a project may have thousands, and each takes open files.
    for (const run of await known.list()) {
      if (signal.aborted) return;
      found.push(await pageRun(run, known.places(run), cwd));
    }
    answer.json(found);
  },
};
