import type * as v from 'valibot';

/**
 * What a union says when no option fits: if the value was of the right kind, what is wrong inside
 * it; otherwise which kinds are allowed.
 */
export function unionMessage(allowed: string): (issue: v.UnionIssue<v.BaseIssue<unknown>>) => string {
  return (issue) => issue.issues?.find((inner) => inner.path !== undefined)?.message ?? allowed;
}
