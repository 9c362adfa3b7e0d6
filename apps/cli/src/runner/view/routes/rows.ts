import { openRun } from '@assay/engine';
import { renderExplanation } from '@assay/reports';
import { readableManifest } from '../../../runs/readable-manifest.js';
import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from './route.js';

/** Most rows of one answer. */
const MOST = 500;
/** Width of explanations, in characters. */
const COLUMNS = 100;

function positionsOf(query: URLSearchParams): readonly number[] {
  const written = query.get('at') ?? '';
  if (!/^\d{1,15}(?:,\d{1,15})*$/u.test(written)) throw new PageFailure(400, 'at is a list of positions of rows', 'write at=3,17');
  const positions = written.split(',').map(Number);
  if (positions.length > MOST) throw new PageFailure(400, `at most ${MOST} rows are answered at once`);
  return positions;
}

/** Whole rows, by their positions. */
export const rows: Route = {
  method: 'GET',
  path: /^\/api\/runs\/([^/]+)\/rows$/u,
  async handle({ context, parts: [id], query }, answer) {
    const positions = positionsOf(query);
    const run = await runOf(context, id);
    const places = context.runs.places(run);
    const [first] = positions;
    // What cannot be read is answered with a reason, as long as nothing was sent.
    if (first !== undefined) await places.at(first);
    const manifest = await readableManifest(await openRun(run.folder));
    const drawing = { columns: COLUMNS, color: false, thresholds: manifest?.verdicts };
    const lines = answer.lines();
    for (const position of positions) {
      const stored = await places.at(position);
      if (!stored) continue;
      const explanation = JSON.stringify(renderExplanation(stored.row, drawing));
      if (!(await lines.writeText(`{"position":${position},"explanation":${explanation},"row":${stored.text}}`))) return;
    }
    lines.end();
  },
};
