import type { CriterionRequest } from '@assay/schema';
import { repliedTurns, type Reply } from '../texts/replied-turns.js';

/** A reply as judges of a criterion are given it. */
export function judgedReply(response: Reply): Pick<CriterionRequest, 'candidate' | 'turns' | 'fileChanges'> {
  const turns = repliedTurns(response);
  const { text: candidate, fileChanges } = response;
  return { candidate, ...(turns === undefined ? {} : { turns }), ...(fileChanges === undefined ? {} : { fileChanges }) };
}
