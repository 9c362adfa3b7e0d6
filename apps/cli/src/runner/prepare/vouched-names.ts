import type { VouchedNames } from '../../trust/untrusted.js';
import type { RunSettings } from '../run-settings.js';

/** What the command line (or a program) names, and so vouches for. */
export function vouchedNames({ targets, judges, backupJudge, embeddings, allowHosts = [], words }: RunSettings): VouchedNames {
  const names = [...targets, ...judges, backupJudge, embeddings].filter((name) => name !== undefined);
  return { names, allowHosts, words };
}
