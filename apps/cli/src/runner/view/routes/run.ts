import { pageRun } from '../data/page-run.js';
import { runOf } from '../data/run-of.js';
import type { Route } from './route.js';

/** One run. */
export const run: Route = {
  method: 'GET',
  path: /^\/api\/runs\/([^/]+)$/u,
  async handle({ context, parts: [id] }, answer) {
    const found = await runOf(context, id);
    answer.json(await pageRun(found, context.runs.places(found), context.cwd));
  },
};
