/**
 * Code of the error of a result that has no score because nothing asks for one: a prompt without a
 * rubric. Nothing was lost there, so it leaves no run undecided, as long as others have scores.
 */
export const NOTHING_TO_SCORE = 'nothing_to_score';
