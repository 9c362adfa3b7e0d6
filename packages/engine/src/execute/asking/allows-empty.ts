import type { Trial } from '@assay/schema';

/** Whether the case or its target says that an empty reply is an answer like any other. */
export function allowsEmpty({ evalCase, target }: Trial): boolean {
  return evalCase.execution.allowEmpty === true || target.allowEmpty === true;
}
