import { compareRuns, encodeComparison } from '@assay/reports';
import { pairTargets } from '../../../compare/pair-targets.js';
import { readScores } from '../../../compare/read-scores.js';
import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from '../http/route.js';

function tieOf(query: URLSearchParams): number | undefined {
  const written = query.get('tie');
  if (written === null) return undefined;
  const tie = Number(written);
  if (written.trim() !== '' && tie >= 0 && tie <= 1) return tie;
  throw new PageFailure(400, 'tie is a difference from 0 to 1');
}

/** Two runs, held against each other. */
export const compare: Route = {
  method: 'GET',
  path: /^\/api\/compare$/u,
  async handle({ context, query }, answer) {
    const { cwd } = context;
    const tie = tieOf(query);
    const [runA, runB] = [await runOf(context, query.get('a')), await runOf(context, query.get('b'))];
    const [selectedA, selectedB] = [query.get('target_a') ?? undefined, query.get('target_b') ?? undefined];
    const a = await readScores({ folder: runA.folder, cwd, only: selectedA });
    const b = await readScores({ folder: runB.folder, cwd, only: selectedB });
    const targets = pairTargets({ a: a.scores.targets, b: b.scores.targets, selectedA, selectedB });
    answer.json(encodeComparison(compareRuns({ a, b, targets, tie })));
  },
};
