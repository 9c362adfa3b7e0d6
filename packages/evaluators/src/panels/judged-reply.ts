import type { CriterionRequest } from '@assay/schema';
import { repliedTurns, type Reply } from '../texts/replied-turns.js';

/** A reply as judges of a criterion are given it. */
export function judgedReply(response: Reply): Pick<CriterionRequest, 'candidate' | 'turns'> {
  const turns = repliedTurns(response);
  return { candidate: response.text, ...(turns === undefined ? {} : { turns }) };
}
