import type { SuiteIdentity } from '@assay/schema';
import { shortHash } from './short-hash.js';

/** Hexadecimal digits of a hash that are used: 48 bits, which a number holds exactly. */
const DIGITS = 12;

/** What decides in which shard a trial is. */
export interface ShardedWork extends SuiteIdentity {
  readonly caseId: string;
  /** Counts from 1. */
  readonly repeat: number;
}

/**
 * The shard that a trial belongs to. A hash of suite, case and repeat decides, and nothing else: other cases, their order and what
 * a case says move nothing. All targets and variants of a case stay together in a repeat, since their replies may be compared.
 * @param count of shards, whole, ≥ 1.
 * @returns from 1 to `count`.
 */
export function shardOf({ suite, suitePath, caseId, repeat }: ShardedWork, count: number): number {
  return (Number.parseInt(shortHash([suite, suitePath, caseId, repeat]).slice(0, DIGITS), 16) % count) + 1;
}
