import { UsageError, type RunManifest } from '@assay/schema';

export interface GateChoice {
  readonly gate?: 'calibrated' | undefined;
  /** [0, 1] */
  readonly threshold?: number | undefined;
}

/** The threshold of the gate: what was said, or that of the run. Undefined without a gate. @throws UsageError */
export function gateThreshold({ gate, threshold }: GateChoice, manifest: Pick<RunManifest, 'options'> | undefined): number | undefined {
  if (gate === undefined) {
    if (threshold === undefined) return undefined;
    throw new UsageError('--threshold is for --gate', { hint: 'write --gate calibrated too' });
  }
  const own = manifest?.options['threshold'];
  const found = threshold ?? (typeof own === 'number' ? own : undefined);
  if (found === undefined) throw new UsageError('--gate calibrated has no threshold, and the run had none', { hint: 'say one: --threshold 0.8' });
  return found;
}
