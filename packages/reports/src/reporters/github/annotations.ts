import type { Comparison, RunSummary, SummaryProblem, VerdictThresholds } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatMove } from '../../comparison/change/format-move.js';
import { formatCaseScore } from '../../format/format-score.js';
import { targetTitle } from '../../format/target-title.js';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { parsePlace } from '../../statistics/natural-order.js';
import { annotation, type AnnotationPlace } from './workflow-command.js';

/** GitHub shows so many of a kind for each step. */
const MOST = 10;

interface Annotation {
  readonly level: 'error' | 'warning';
  readonly place: AnnotationPlace;
  readonly message: string;
}

/** The place of a case from the root of the checkout. @param folder of the command there, empty for the root */
function placeOf(source: string | undefined, folder: string, title: string): AnnotationPlace {
  if (source === undefined || source === '') return { title };
  const { file, line, column } = parsePlace(source);
  const path = folder === '' ? file : `${folder}/${file}`;
  return { file: path, ...(line > 0 ? { line } : {}), ...(column > 0 ? { column } : {}), title };
}

function ofProblem(problem: SummaryProblem, folder: string, exitCode: number, thresholds: VerdictThresholds): Annotation {
  const { suite, caseId, target, variant, verdict, score, source, why } = problem;
  const title = `${suite} › ${caseId} on ${targetTitle(target, variant)}: ${score === null ? 'no score' : formatCaseScore(score, thresholds)}`;
  // A run that passes all the same has no errors.
  return { level: verdict === 'fail' && exitCode !== 0 ? 'error' : 'warning', place: placeOf(source, folder, title), message: why.join('\n') || 'it did not pass' };
}

/** The lines, at most ten of a level, and how many there are besides. @param total of all of them */
function* linesOf(all: readonly Annotation[], total: number): Generator<string> {
  let shown = 0;
  for (const level of ['error', 'warning'] as const) {
    for (const { place, message } of all.filter((each) => each.level === level).slice(0, MOST)) {
      shown += 1;
      yield annotation(level, place, message);
    }
  }
  if (total > shown) yield annotation('notice', { title: 'Assay' }, `${formatCount(total - shown, 'more case')} to look at: see the summary of the job`);
}

/** What a run is announced with: a line for each case that somebody should look at. */
export function* runAnnotations({ problems, problemCount, exitCode, outcome, reasons }: RunSummary, folder: string, thresholds: VerdictThresholds = VERDICT_THRESHOLDS): Generator<string> {
  const found = problems.map((problem) => ofProblem(problem, folder, exitCode, thresholds));
  // What no case says: a threshold, a budget, a file that is wrong.
  const isTold = exitCode === 0 || found.some(({ level }) => level === 'error');
  if (!isTold) yield annotation('error', { title: `Assay: ${outcome}` }, reasons.join('\n'));
  yield* linesOf(isTold ? found : found.map((each) => ({ ...each, level: 'warning' as const })), problemCount);
}

/** What a comparison is announced with: a line for each case that is worse or open. */
export function* comparisonAnnotations({ worse, open, exitCode, reasons, outcome, gate }: Comparison, folder: string): Generator<string> {
  // Where the means decide, a case that changed is no error of its own.
  const level = gate === 'cases' && exitCode === 1 ? 'error' : 'warning';
  const found = [...worse.cases.map((each) => ({ each, level }) as const), ...open.cases.map((each) => ({ each, level: 'warning' }) as const)].map(({ each, level: of }): Annotation => {
    const { suite, caseId, target, source, scoreBefore, score } = each;
    return { level: of, place: placeOf(source, folder, `${suite} › ${caseId} on ${target}`), message: formatMove(scoreBefore, score, 'no score') };
  });
  if (exitCode !== 0 && !found.some((each) => each.level === 'error')) yield annotation('error', { title: `Assay: ${outcome}` }, reasons.join('\n'));
  yield* linesOf(found, worse.count + open.count);
}
