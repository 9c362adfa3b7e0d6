import { makeBaseline, updateOf, type encodeSavedBaseline } from '@assay/reports';
import { UsageError, type Baseline } from '@assay/schema';
import type { BaselineFolder, BaselinePlace } from './baseline-folder.js';
import { sharesName } from './shares-name.js';
import type { RunForBaseline } from './read-results.js';

type Group = RunForBaseline['groups'][number];
type Saved = Parameters<typeof encodeSavedBaseline>[0];

export interface SaveBaselinesOptions {
  readonly run: RunForBaseline;
  readonly groups: readonly Group[];
  readonly folder: BaselineFolder;
}

interface PlacedGroup {
  readonly group: Group;
  readonly place: BaselinePlace;
}

/** Some file systems do not tell upper from lower case, so that names that differ in nothing else are one file. */
function checkFiles(placed: readonly PlacedGroup[]): void {
  const owners = new Map<string, Group>();
  for (const { group, place } of placed) {
    const file = place.shown;
    const other = owners.get(file.toLowerCase());
    if (other) {
      const names = [other, group].map(({ suite, target }) => `${suite} on ${target}`).join(' and ');
      throw new UsageError(`the baselines of ${names} would be one file: ${file}`, {
        hint: 'rename a suite or target, or save one of them only, with --suite and --target',
      });
    }
    owners.set(file.toLowerCase(), group);
  }
}

function checkSameTarget(previous: Baseline | undefined, run: RunForBaseline, { suite, target: name }: Group): void {
  const target = run.target(name);
  if (!previous || (previous.target.provider === target.provider && previous.target.model === target.model)) return;
  throw new UsageError(
    `${suite} on ${name}: the run has a part of the cases, and another provider or model than the baseline`,
    { hint: 'run all cases of the suite, then save: a baseline is of one model' },
  );
}

function prepare({ group, place }: PlacedGroup, { run }: SaveBaselinesOptions): Saved {
  const previous = place.baseline;
  const keepOthers = run.filtered;
  if (keepOthers) checkSameTarget(previous, run, group);
  const baseline = makeBaseline({
    results: group,
    target: run.target(group.target),
    assayVersion: run.assayVersion,
    date: run.date,
    previous,
    keepOthers,
  });
  return {
    baseline,
    previous,
    file: place.shown,
    outcome: previous === undefined ? 'created' : baseline === previous ? 'unchanged' : 'updated',
    update: updateOf(previous, baseline, group.cases),
    kept: [...baseline.cases.keys()].filter((key) => !group.cases.has(key)).length,
  };
}

/**
 * Saves results as baselines. Everything is read and checked before the first file is written; files
 * whose results are the same stay untouched.
 */
export async function saveBaselines(options: SaveBaselinesOptions): Promise<readonly Saved[]> {
  const { groups, folder } = options;
  const placed: PlacedGroup[] = [];
  for (const group of groups) {
    placed.push({ group, place: await folder.locate({ ...group, sharesName: sharesName(group, options.run.groups) }) });
  }
  checkFiles(placed);
  const prepared = placed.map((each) => ({ place: each.place, saved: prepare(each, options) }));
  for (const { place, saved } of prepared) if (saved.outcome !== 'unchanged') await folder.write(place.file, saved.baseline);
  return prepared.map(({ saved }) => saved);
}
