import type { WriteRequest } from '@assay/schema';

/**
 * Notes what a file asks of a run, as it calls that, for a dialect that asks nothing of one.
 * @param reason Completes "threshold: 0.5: …".
 */
export function loseSettings({ suite, lose }: WriteRequest, reason: string): void {
  for (const { key, written = key, value } of suite.settings ?? []) {
    lose(undefined, written, `${JSON.stringify(value)}: ${reason}; say it on the command line, or as ${key} under defaults: in .assay/config.yaml`);
  }
}
