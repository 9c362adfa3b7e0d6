import type { ResultStore } from '@assay/schema';

/** The store of a run whose manifest says no more, once the run is finished, that its replies are being scored again. */
export function withRescoringOver(store: ResultStore): ResultStore {
  return {
    ...store,
    writeManifest: ({ rescoring, ...manifest }) => store.writeManifest(manifest.status === 'finished' || rescoring === undefined ? manifest : { ...manifest, rescoring }),
  };
}
