import { compareRuns, encodeComparison, pageChanges, reportOfRuns } from '@assay/reports';
import type { PageComparison } from '@assay/schema';
import { ofVariant } from '../../../compare/of-variant.js';
import { pairTargets, type PairTargetsOptions } from '../../../compare/pair-targets.js';
import { readScores } from '../../../compare/read-scores.js';
import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from './route.js';

function tieOf(query: URLSearchParams): number | undefined {
  const written = query.get('tie');
  if (written === null) return undefined;
  const tie = Number(written);
  if (written.trim() !== '' && tie >= 0 && tie <= 1) return tie;
  throw new PageFailure(400, 'tie is a difference from 0 to 1');
}

/** Pairs of targets that the page compares: where none is chosen, the targets that both runs have; if they share none, as the command pairs them. */
function pagePairs(options: PairTargetsOptions): ReturnType<typeof pairTargets> {
  const { a, b, selectedA, selectedB } = options;
  const shared = selectedA === undefined && selectedB === undefined ? a.filter((name) => b.includes(name)) : [];
  return shared.length > 0 ? shared.map((name) => ({ a: name, b: name })) : pairTargets(options);
}

/** Whether a target is the one that was chosen; undefined where all are compared. */
function isNamed(selected: string | undefined): ((target: string) => boolean) | undefined {
  return selected === undefined ? undefined : (target) => target === selected;
}

/** Two runs, compared with each other; or two targets or variants of one. */
export const compare: Route = {
  method: 'GET',
  path: /^\/api\/compare$/u,
  async handle({ context, query }, answer) {
    const { cwd } = context;
    const said = (name: string): string | undefined => query.get(name) ?? undefined;
    const tie = tieOf(query);
    const [runA, runB] = [await runOf(context, query.get('a')), await runOf(context, query.get('b'))];
    const [selectedA, selectedB] = [said('target_a'), said('target_b')];
    const a = await readScores({ folder: runA.folder, cwd, only: isNamed(selectedA), choice: ofVariant('A', said('variant_a')) });
    const b = await readScores({ folder: runB.folder, cwd, only: isNamed(selectedB), choice: ofVariant('B', said('variant_b')) });
    const targets = pagePairs({ a: a.scores.targets, b: b.scores.targets, selectedA, selectedB });
    const comparison = compareRuns({ a, b, targets, tie });
    const found: PageComparison = { ...encodeComparison(comparison), changes: pageChanges(reportOfRuns(comparison)) };
    answer.json(found);
  },
};
