import { formatLocation, ROW_SCHEMA_VERSION, type ResultRow, type Trial } from '@assay/schema';

/** The fields of a row that say which trial it is of, whatever came of it. */
export function trialFields({ key, suite, suitePath, evalCase, location, target, variant, repeat }: Trial, runId: string) {
  return {
    schemaVersion: ROW_SCHEMA_VERSION,
    runId,
    trialKey: key,
    suite,
    suitePath,
    caseId: evalCase.id,
    source: formatLocation(location),
    conversationId: evalCase.conversationId,
    caseWeight: evalCase.weight,
    tags: evalCase.tags,
    vars: evalCase.vars,
    metadata: evalCase.metadata,
    target: target.name,
    variant,
    repeat,
  } satisfies Partial<ResultRow>;
}
