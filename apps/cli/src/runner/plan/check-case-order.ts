import type { NeededTrials } from '@assay/engine';
import { ConfigError, dependencyProblems, suiteKey, type Trial } from '@assay/schema';
import type { OptionName } from '../../options/option-values.js';
import { wordsOf } from '../../options/option-words.js';
import type { RunSettings } from '../run-settings.js';

function caseKey(trial: Trial, id: string): string {
  return JSON.stringify([suiteKey(trial), id]);
}

/** A case on a target, in a variant: each repeat has the same. */
function placeKey(trial: Trial, id: string): string {
  return JSON.stringify([suiteKey(trial), id, trial.target.name, trial.variant.label]);
}

/** What may have left a case out, as it was said. */
function filtersOf(settings: RunSettings): string {
  const { ids, tags, limit, filterFailed } = settings;
  const said = { ids: ids.length > 0, tags: tags.length > 0, limit: limit !== undefined, filterFailed: filterFailed !== undefined } as const satisfies Partial<Record<OptionName, boolean>>;
  const names = (Object.keys(said) as (keyof typeof said)[]).filter((name) => said[name]);
  return names.map((name) => wordsOf(settings).say(name)).join(', ');
}

function notRun({ evalCase, location, target, variant }: Trial, other: string, isPlanned: boolean, settings: RunSettings): ConfigError {
  const filters = filtersOf(settings);
  const where = [`target "${target.name}"`, ...(variant.label === '' ? [] : [`variant "${variant.label}"`])].join(' in ');
  if (!isPlanned || filters !== '') {
    const hint = filters === '' ? 'add that case to the suite, or take it out of depends_on' : `have both run, or neither: leave out ${filters}, or say it so that both are taken`;
    return new ConfigError(`case "${evalCase.id}" depends on "${other}", which ${isPlanned ? `is not run on ${where}` : 'this run leaves out'}`, { location, hint });
  }
  return new ConfigError(`case "${evalCase.id}" depends on "${other}", which is not run on ${where}`, { location, hint: 'let both be run on the same targets, with the same prompts, temperatures and system prompts' });
}

export interface CaseOrderOptions {
  /** Those of cases that depend on others; at least one. */
  readonly dependents: readonly Trial[];
  /** All trials. */
  readonly plan: AsyncIterable<Trial>;
  readonly settings: RunSettings;
}

/**
 * Sees that each case can be asked after those that it depends on.
 * @throws ConfigError for a case that depends on one that is not run, or on itself by whatever way.
 */
export async function checkCaseOrder({ dependents, plan, settings }: CaseOrderOptions): Promise<NeededTrials> {
  const places = new Set<string>();
  const cases = new Map<string, Map<string, Trial>>();
  const suites = new Set(dependents.map(suiteKey));
  for await (const trial of plan) {
    const suite = suiteKey(trial);
    if (!suites.has(suite)) continue;
    const { id } = trial.evalCase;
    places.add(placeKey(trial, id));
    const ofSuite = cases.get(suite);
    if (ofSuite) ofSuite.set(id, trial);
    else cases.set(suite, new Map([[id, trial]]));
  }
  const needed = new Set<string>();
  for (const trial of dependents) {
    for (const other of trial.evalCase.dependsOn ?? []) {
      if (!places.has(placeKey(trial, other))) throw notRun(trial, other, cases.get(suiteKey(trial))?.has(other) === true, settings);
      needed.add(caseKey(trial, other));
    }
  }
  // Loaders say it with its place; those of others may not.
  for (const ofSuite of cases.values()) {
    const [circle] = dependencyProblems([...ofSuite.values()].map(({ evalCase }) => evalCase));
    if (circle && circle.problem !== 'unknown') {
      throw new ConfigError(`cases depend on each other in a circle: ${circle.problem.join(' → ')}`, { location: ofSuite.get(circle.evalCase.id)?.location, hint: 'leave out one of them, so that there is one to begin with' });
    }
  }
  return { isNeeded: (trial) => needed.has(caseKey(trial, trial.evalCase.id)) };
}
