import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type RunDescription } from '@assay/engine';
import { suiteKey, UsageError, type AddedDefinitions, type JsonObject, type MergedShards, type ResolvedIdentity, type RunManifest, type WaitingShard } from '@assay/schema';
import { VERSION } from '../../version.js';
import { batchesOf } from './missing-shards.js';
import type { ShardRun } from './shard-run.js';
import { withWholeLimits } from './whole-limits.js';

export interface MergeDescriptionOptions {
  readonly runId: string;
  readonly runs: readonly ShardRun[];
  readonly merged: MergedShards;
  /** Shards that are missing, and wait for batches. */
  readonly waiting: readonly WaitingShard[];
  /** What holds anew for the union, as manifests keep it. */
  readonly said: JsonObject;
  /** Folder of the command, absolute. */
  readonly cwd: string;
  /** Folder of the merged run, absolute. */
  readonly location: string;
}

/** Each thing once, by what tells it apart; the first of it. */
function once<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const known = new Map<string, T>();
  for (const item of items) if (!known.has(keyOf(item))) known.set(keyOf(item), item);
  return [...known.values()];
}

/** The folder of the shards, if they were run on this machine, else that of the command: shards come from elsewhere to a checkout. */
function startFolder([first]: readonly ShardRun[], cwd: string): string {
  const there = first && resolve(first.location, first.manifest.cwd);
  return there !== undefined && first?.manifest.suites.every(({ file }) => existsSync(resolve(there, file))) ? there : cwd;
}

/** What programs added for one shard or another: all of it has a part in the whole. */
function addedTo(manifests: readonly RunManifest[]): AddedDefinitions | undefined {
  const kinds = once(manifests.flatMap(({ added = {} }) => Object.keys(added) as (keyof AddedDefinitions)[]), (kind) => kind);
  if (kinds.length === 0) return undefined;
  return Object.fromEntries(kinds.map((kind) => [kind, once(manifests.flatMap(({ added }) => added?.[kind] ?? []), (name) => name)]));
}

/** What the manifest of a merged run says: what that of the run without shards would have said, and what it was merged of. */
export function describeMerge({ runId, runs, merged, waiting, said, cwd, location }: MergeDescriptionOptions): RunDescription {
  const manifests = runs.map(({ manifest }) => manifest);
  const [first] = manifests;
  if (!first) throw new UsageError('there is nothing to merge', { hint: 'name the folders or ids of the shards' });
  const { shard: _, ...options } = first.options;
  const hashes = new Map(manifests.flatMap(({ suites }) => suites).flatMap(({ name, path, sha256 }) => (sha256 === null ? [] : [[suiteKey({ suite: name, suitePath: path }), sha256] as const])));
  const weights = once(manifests.flatMap(({ judgeWeights = [] }) => judgeWeights), ({ id, model }) => JSON.stringify([id, model]));
  const { madeWith } = first;
  const files = once(manifests.flatMap(({ madeWith: made }) => made?.files ?? []), ({ path, digest }) => `${path}\n${digest}`);
  const identityKey = ({ name, written, resolved }: ResolvedIdentity): string => `${name}\n${written}\n${resolved}`;
  const added = addedTo(manifests);
  return {
    runId,
    assayVersion: VERSION,
    nodeVersion: process.version,
    startedAt: manifests.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    suites: first.suites.map((suite) => ({ ...suite, sha256: hashes.get(suiteKey({ suite: suite.name, suitePath: suite.path })) ?? null })),
    targets: once(manifests.flatMap(({ targets }) => targets), (target) => JSON.stringify(target)),
    judges: once(manifests.flatMap(({ judges }) => judges), (judge) => judge),
    ...(first.judgePromptVersion === undefined ? {} : { judgePromptVersion: first.judgePromptVersion }),
    ...(weights.length === 0 ? {} : { judgeWeights: weights }),
    options: { ...withWholeLimits(options, runs), ...said },
    ...(first.verdicts === undefined ? {} : { verdicts: first.verdicts }),
    ...(first.rubricRequired === undefined ? {} : { rubricRequired: first.rubricRequired }),
    ...(added === undefined ? {} : { added }),
    cwd: relative(location, startFolder(runs, cwd)).replaceAll('\\', '/') || '.',
    identity: { salt: first.identity.salt, saltDigest: first.identity.saltDigest, targets: once(manifests.flatMap(({ identity }) => identity.targets), identityKey) },
    ...(madeWith === undefined ? {} : { madeWith: { ...madeWith, files } }),
    merged,
    ...(waiting.length === 0 ? {} : { batches: batchesOf(waiting), waitingShards: waiting }),
  };
}
