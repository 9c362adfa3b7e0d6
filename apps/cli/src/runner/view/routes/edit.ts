import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from './route.js';

/** Opens the case of a row in the editor. */
export const edit: Route = {
  method: 'POST',
  path: /^\/api\/runs\/([^/]+)\/edit$/u,
  async handle({ context, parts: [id], body }, answer) {
    const run = await runOf(context, id);
    const { position } = await body();
    if (!Number.isSafeInteger(position) || Number(position) < 0) throw new PageFailure(400, 'position is that of a row', 'send {"position": 3}');
    if (!context.edit) throw new PageFailure(409, 'no file can be opened from here', 'set VISUAL to an editor with a window of its own, e.g. VISUAL=code; not with --untrusted');
    const stored = await context.runs.places(run).at(Number(position));
    if (!stored) throw new PageFailure(404, `run ${run.id} has no row ${String(position)}`);
    await context.edit(run.folder, stored.row);
    answer.nothing(204);
  },
};
