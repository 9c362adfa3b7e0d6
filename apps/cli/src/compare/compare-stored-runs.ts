import { findProjectRoot } from '@assay/loaders';
import { compareRuns, compareSlices, createSlicedRuns, reportOfRuns, sliceKey } from '@assay/reports';
import { runsFolder } from '../folders/runs-folder.js';
import { isCalled } from '../names/called-name.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { ofPrompt } from './of-prompt.js';
import { pairTargets } from './pair-targets.js';
import { readScores } from './read-scores.js';

/** Most cases of a kind that reports name. */
const MOST_CASES = 1000;

/** One of two runs. */
interface ComparedRun {
  /** A run folder, a run id, or `latest`. */
  readonly run: string;
  /** The target that is looked at. Default: all. */
  readonly target?: string | undefined;
  /** The prompt that is looked at. Default: all. */
  readonly prompt?: string | undefined;
}

export interface CompareStoredOptions {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  readonly cwd: string;
  /** [0, 1] */
  readonly tie?: number | undefined;
  /** [0, 1); makes the comparison pass or fail. */
  readonly margin?: number | undefined;
  /** (0, 1) */
  readonly alpha?: number | undefined;
  /** What the comparison is made apart for, too. */
  readonly by: readonly string[];
}

/** Whether a target is the one that is looked at; undefined where all are. */
function isTarget({ target }: ComparedRun): ((name: string) => boolean) | undefined {
  return target === undefined ? undefined : (name) => isCalled(name, target);
}

/**
 * Compares run B with run A.
 * @throws UsageError for runs, targets, prompts and keys that are not there; StoreError.
 */
export async function compareStoredRuns({ a: before, b: now, cwd, by, tie, margin, alpha }: CompareStoredOptions) {
  const keys = by.map(sliceKey);
  const runs = runsFolder(findProjectRoot(cwd) ?? cwd);
  const folders = [await findRunFolder({ run: before.run, cwd, runsFolder: runs }), await findRunFolder({ run: now.run, cwd, runsFolder: runs })] as const;
  const slices = keys.map((key) => createSlicedRuns(key, { a: isTarget(before), b: isTarget(now) }));
  const a = { ...(await readScores({ folder: folders[0], cwd, only: isTarget(before), choice: ofPrompt('A', before.prompt) }, (row) => slices.forEach((each) => each.a.add(row)))), prompt: before.prompt };
  const b = { ...(await readScores({ folder: folders[1], cwd, only: isTarget(now), choice: ofPrompt('B', now.prompt) }, (row) => slices.forEach((each) => each.b.add(row)))), prompt: now.prompt };
  for (const key of keys) {
    const unknown = key.unknown();
    if (unknown) throw unknown;
  }
  const targets = pairTargets({ a: a.scores.targets, b: b.scores.targets, selectedA: before.target, selectedB: now.target });
  const gates = { tie, margin, alpha, gate: margin === undefined ? ('none' as const) : ('mean' as const) };
  const sliced = slices.map((each) => ({ name: each.name, values: compareSlices(each, { targets, ...gates }) }));
  const prompts = now.prompt === undefined ? undefined : { before: before.prompt, now: now.prompt };
  return {
    comparison: compareRuns({ a, b, targets, ...gates }),
    slices: sliced,
    /** Of the two runs, absolute. */
    folders,
    /** What reports are made of. */
    report: () => reportOfRuns(compareRuns({ a, b, targets, ...gates, maxCases: MOST_CASES }), { prompts, slices: sliced }),
  };
}
