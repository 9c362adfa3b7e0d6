import type { WriteRequest } from '@assay/schema';

/**
 * Notes what a file asks of a run, for a dialect that asks nothing of one.
 * @param reason Completes "threshold: 0.5: …".
 */
export function loseSettings({ suite, lose }: WriteRequest, reason: string): void {
  for (const { key, value } of suite.settings ?? []) lose(undefined, key, `${JSON.stringify(value)}: ${reason}`);
}
