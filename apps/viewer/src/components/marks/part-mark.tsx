import type { PageRun } from '@assay/schema';
import type { WireManifest } from '../../data/row.js';

/** Which part of a run it is, or of how many parts it was put together; undefined for a whole one. */
function partText({ manifest }: PageRun): string | undefined {
  const { shard, merged } = manifest as unknown as WireManifest;
  if (shard) return `shard ${shard.index}/${shard.count}`;
  return merged ? `${merged.count - merged.missing.length} of ${merged.count} shards` : undefined;
}

/** Says of a shard, and of shards that were put together, that they are. */
export function PartMark({ run }: { readonly run: PageRun }) {
  const text = partText(run);
  return text === undefined ? null : <span class="badge neither">{text}</span>;
}
