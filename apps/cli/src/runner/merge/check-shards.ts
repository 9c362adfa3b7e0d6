import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_VERDICT_THRESHOLDS, suiteKey, UsageError, type MadeWith, type ResolvedIdentity, type RunManifest } from '@assay/schema';
import { manifestKey } from '../../options/manifest-options.js';
import { optionEntries, type OptionName } from '../../options/option-values.js';
import type { ShardRun } from './shard-run.js';

/** Two runs whose parts would not make one run. */
function differ(what: string, hint: string): UsageError {
  return new UsageError(`these runs are not shards of one run: ${what}`, { hint });
}

function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}

function checkOptions(a: ShardRun, b: ShardRun, overridden: readonly OptionName[]): void {
  for (const [name, option] of optionEntries) {
    // What may be said anew when a run is resumed changes no result.
    if (name === 'shard' || option.kept === false || option.again === 'resumed' || overridden.includes(name)) continue;
    const key = manifestKey(name, option);
    const [inA, inB] = [a.manifest.options[key], b.manifest.options[key]];
    if (isDeepStrictEqual(inA, inB)) continue;
    const flag = option.flags?.split(' ')[0] ?? name;
    throw differ(`${flag} is ${shown(inA)} in ${a.name}, and ${shown(inB)} in ${b.name}`, 'run all shards with the same options, files and settings');
  }
}

function titled({ name, path }: RunManifest['suites'][number]): string {
  return `"${name}" (${path})`;
}

function checkSuites(a: ShardRun, b: ShardRun): void {
  const keyOf = ({ name, path }: RunManifest['suites'][number]): string => suiteKey({ suite: name, suitePath: path });
  const hint = 'run all shards with the same files, of the same commit';
  for (const [one, other] of [[a, b], [b, a]] as const) {
    const known = new Map(other.manifest.suites.map((suite) => [keyOf(suite), suite]));
    for (const suite of one.manifest.suites) {
      const same = known.get(keyOf(suite));
      if (!same) throw differ(`${one.name} has the suite ${titled(suite)}, and ${other.name} has not`, hint);
      // The hash of a streamed file that was not read to its end is unknown.
      if (suite.sha256 === null || same.sha256 === null || suite.sha256 === same.sha256) continue;
      throw differ(`the files of suite ${titled(suite)} are not the same in ${one.name} and ${other.name}`, hint);
    }
  }
}

function checkTargets(a: ShardRun, b: ShardRun): void {
  const hint = 'run all shards with the same targets and settings';
  for (const [one, other] of [[a, b], [b, a]] as const) {
    // A shard that did not finish may not have reached all targets.
    if (other.unfinished !== undefined) continue;
    for (const target of one.manifest.targets) {
      const alike = other.manifest.targets.filter(({ name }) => name === target.name);
      if (alike.length === 0) throw differ(`${one.name} has the target "${target.name}", and ${other.name} has not`, hint);
      if (alike.some((known) => isDeepStrictEqual(known, target))) continue;
      throw differ(`target "${target.name}" is defined otherwise in ${one.name} than in ${other.name}`, hint);
    }
  }
}

function named(targets: readonly ResolvedIdentity[], name: string): readonly ResolvedIdentity[] {
  return targets.filter((target) => target.name === name);
}

/** Checks that both asked the same models: their digests are compared, as when a run is resumed. */
function checkIdentities(a: ShardRun, b: ShardRun): void {
  const [inA, inB] = [a.manifest.identity.targets, b.manifest.identity.targets];
  for (const { name, written, resolved } of inA) {
    const others = named(inB, name);
    const alike = others.filter((other) => other.written === written);
    if (alike.some((other) => other.resolved === resolved)) continue;
    if (alike.length > 0 && !named(inA, name).some((one) => alike.some((other) => other.written === one.written && other.resolved === one.resolved))) {
      throw differ(`"${name}" stood for something else in ${a.name} than in ${b.name} (a variable, an alias, a server, a file that it answers from)`, 'run all shards with the same settings and variables');
    }
    // Suites may have targets of one name each; who is alone with it is meant in both.
    if (alike.length === 0 && others.length === 1 && named(inA, name).length === 1) {
      throw differ(`"${name}" is defined otherwise in ${a.name} than in ${b.name}`, 'run all shards with the same targets and settings');
    }
  }
}

/** What is a pass in one shard would be none in another. */
function checkVerdicts(a: ShardRun, b: ShardRun): void {
  const limits = ({ manifest: { verdicts = DEFAULT_VERDICT_THRESHOLDS } }: ShardRun): string => `pass from ${verdicts.pass} and are borderline from ${verdicts.borderline}`;
  const [inA, inB] = [limits(a), limits(b)];
  if (inA !== inB) throw differ(`cases ${inA} in ${a.name}, and ${inB} in ${b.name}`, 'run all shards with the same settings (verdicts)');
  const rubrics = ({ manifest }: ShardRun): string => (manifest.rubricRequired === false ? 'need not hold' : 'must hold');
  const [linesInA, linesInB] = [rubrics(a), rubrics(b)];
  if (linesInA !== linesInB) throw differ(`lines of rubrics that do not say so ${linesInA} in ${a.name}, and ${linesInB} in ${b.name}`, 'run all shards with the same settings (rubric_required)');
}

/** A judge that counts more in one shard than in another would make scores of two kinds. */
function checkWeights(a: ShardRun, b: ShardRun): void {
  for (const { id, model, weight } of a.manifest.judgeWeights ?? []) {
    const other = b.manifest.judgeWeights?.find((judge) => judge.id === id && judge.model === model);
    if (other === undefined || other.weight === weight) continue;
    throw differ(`judge "${id}" weighs ${weight} in ${a.name}, and ${other.weight} in ${b.name}`, 'run all shards with the same .assay/calibration.json');
  }
}

/** Scripts and prompts that say something else, and other prices: rows hold none of it. */
function checkMadeWith(a: ShardRun, b: ShardRun): void {
  const [inA, inB] = [a.manifest.madeWith, b.manifest.madeWith];
  if (!inA || !inB) return;
  if (inA.prices !== inB.prices) throw differ(`the prices of the settings are not the same in ${a.name} and ${b.name}`, 'run all shards with the same settings (prices)');
  const digests = ({ files }: MadeWith, wanted: string): string => files.flatMap(({ path, digest }) => (path === wanted ? [digest] : [])).toSorted().join(' ');
  const known = new Set(inB.files.map(({ path }) => path));
  for (const { path } of inA.files) {
    if (!known.has(path) || digests(inA, path) === digests(inB, path)) continue;
    throw differ(`${path} is not the same in ${a.name} and ${b.name}`, 'run all shards with the same files, of the same commit');
  }
}

function checkPair(a: ShardRun, b: ShardRun, overridden: readonly OptionName[]): void {
  if (a.count !== b.count) {
    throw differ(`${a.name} is of ${a.count} shards, ${b.name} of ${b.count}`, 'how a run is split changes with the number of shards: run all of them with the same');
  }
  const [one, other] = [a.manifest.assayVersion, b.manifest.assayVersion];
  if (one !== other) throw differ(`${a.name} was run by Assay ${one}, ${b.name} by ${other}`, 'run all shards with the same version');
  checkSuites(a, b);
  checkOptions(a, b, overridden);
  checkTargets(a, b);
  checkIdentities(a, b);
  checkWeights(a, b);
  checkVerdicts(a, b);
  checkMadeWith(a, b);
}

/**
 * Refuses runs that are no parts of one.
 * @param overridden options that hold anew for the union.
 * @throws UsageError that names what differs, and both runs.
 */
export function checkShards(runs: readonly ShardRun[], overridden: readonly OptionName[]): void {
  for (const [index, run] of runs.entries()) {
    // With each, since a shard knows only of whom it asked itself.
    for (const earlier of runs.slice(0, index)) checkPair(earlier, run, overridden);
  }
}
