import { criteriaOf } from '@assay/reports';
import type { BlindedReply, ResultRow } from '@assay/schema';

/** A drawn reply as somebody is to judge it elsewhere: nothing of who said it, nor how it was scored. */
export function blindedRow(row: ResultRow): BlindedReply {
  const { trialKey, suite, caseId, input, transcript, output, expectedOutcome, reference } = row;
  const criteria = criteriaOf(row);
  return {
    trial_key: trialKey,
    suite,
    case_id: caseId,
    conversation: (transcript ?? input).map(({ role, content }) => ({ role, content })),
    ...(transcript ? {} : { reply: output?.text ?? '' }),
    ...(output && output.toolCalls.length > 0 ? { tool_calls: output.toolCalls } : {}),
    ...(output?.fileChanges === undefined ? {} : { file_changes: output.fileChanges }),
    ...(expectedOutcome === undefined ? {} : { expected_outcome: expectedOutcome }),
    ...(reference === undefined ? {} : { reference }),
    ...(criteria.length === 0 ? {} : { criteria }),
  };
}
