import { collectGarbage } from '../../memory/collect-garbage.js';
import { followRechecks } from '../data/follow-rechecks.js';
import { streamIndex } from '../data/stream-index.js';
import { pageRun } from '../data/page-run.js';
import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from './route.js';

function startOf(query: URLSearchParams): number {
  const from = query.get('from') ?? '0';
  if (/^\d{1,15}$/u.test(from)) return Number(from);
  throw new PageFailure(400, 'from is the position of a row', 'write from=0, or leave it out');
}

/** The index of a run, as it is read; live also that of what comes. */
export const runIndex: Route = {
  method: 'GET',
  path: /^\/api\/runs\/([^/]+)\/index$/u,
  async handle({ context, parts: [id], query, signal }, answer) {
    const from = startOf(query);
    const run = await runOf(context, id);
    const live = query.has('live');
    const places = context.runs.places(run);
    const lines = answer.lines();
    const send = (event: unknown): Promise<boolean> => lines.write(event);
    const tell = async (): Promise<unknown> => send({ type: 'run', run: await pageRun(run, places, context.cwd) });
    const ended = new AbortController();
    const following = live ? followRechecks(run.folder, tell, AbortSignal.any([signal, ended.signal])) : undefined;
    const whole = await streamIndex({ folder: run.folder, places, from, live, signal, send }).finally(() => ended.abort());
    await following;
    if (!whole) return;
    if (live) await tell();
    await send({ type: 'end' });
    lines.end();
    // What was held for the index is of no use any more, and a search soon needs as much.
    setImmediate(collectGarbage);
  },
};
