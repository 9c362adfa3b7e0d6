import type { TrialExecutor } from '@assay/schema';
import type { TargetIdentities } from '../targets/identity/target-identities.js';

/**
 * The executor of a run whose manifest names everybody before they are asked, also those that a streamed file names while the run
 * goes on: of a run that is killed it is then known whether the same ones would be asked.
 * @param keep writes the manifest anew.
 */
export function withKeptIdentities<T extends TrialExecutor>(executor: T, identities: Pick<TargetIdentities, 'size'>, keep: () => Promise<void>): T {
  let kept = identities.size;
  const keepNew = (): Promise<void> | void => {
    if (identities.size === kept) return undefined;
    kept = identities.size;
    return keep();
  };
  return {
    ...executor,
    prepare(trial) {
      const preparing = executor.prepare(trial);
      return preparing ? preparing.then(keepNew) : keepNew();
    },
  };
}
