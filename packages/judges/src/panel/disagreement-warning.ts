import { reaches, type JudgeRequest, type JudgeVote } from '@assay/schema';
import { excerpt } from '../excerpt.js';

/** Spread from which a reader should know of it: half the scale. */
const NOTABLE_SPREAD = 0.5;

function shownScore(score: number): string {
  return String(Number(score.toFixed(3)));
}

/** A prompt of an eval's own begins with what it tells every judge, which says nothing of what it asks. */
function subjectOf(request: JudgeRequest): string | undefined {
  if (request.kind === 'prompt') return undefined;
  return request.kind === 'label' ? request.label : request.criterion;
}

/** Says that judges are far apart, and on what; undefined when they are not. */
export function disagreementWarning(votes: readonly JudgeVote[], request: JudgeRequest): string | undefined {
  const scores = votes.flatMap((vote) => vote.score ?? []);
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  // Judges without a score do not disagree.
  if (scores.length === 0 || !reaches(highest - lowest, NOTABLE_SPREAD)) return undefined;
  const subject = subjectOf(request);
  const range = `${shownScore(lowest)} to ${shownScore(highest)}`;
  return `judges disagree: ${range}${subject === undefined ? '' : ` on "${excerpt(subject, 80)}"`}`;
}
