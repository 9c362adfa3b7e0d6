/**
 * What becomes of a case when one that it depends on got no reply: it is not asked either and has no score (`skip`, and `fail`, which
 * means the same), or it is asked all the same (`run`).
 */
export const DEPENDENCY_POLICIES = ['skip', 'fail', 'run'] as const;

export type DependencyPolicy = (typeof DEPENDENCY_POLICIES)[number];
