import type { RunShard } from '@assay/schema';

const FORM = /^(?<index>[1-9]\d{0,5})\/(?<count>[1-9]\d{0,5})$/u;

/** A shard as it is written, `2/8`; undefined for a text that is none. */
export function readShard(text: string): RunShard | undefined {
  const { index, count } = FORM.exec(text.trim())?.groups ?? {};
  const shard = { index: Number(index), count: Number(count) };
  return shard.index <= shard.count ? shard : undefined;
}

/** A shard as it is written. */
export function shardText({ index, count }: RunShard): string {
  return `${index}/${count}`;
}
