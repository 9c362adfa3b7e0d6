import type { Definition, WrittenTarget } from '@assay/schema';
import { describeOptions } from '../options/describe-options.js';
import type { Reading } from '../runner/reading/compose-reading.js';
import { keptRuns } from '../runs/kept-runs.js';
import type { ListItem } from './list-item.js';
import { runItem } from './run-item.js';

const fromDefinitions = (definitions: readonly Definition[]): readonly ListItem[] =>
  definitions.map(({ name, aliases, description }) => ({ name, ...(aliases ? { aliases } : {}), description }));

function describeTarget({ provider, model, useTarget, problems = [], location }: WrittenTarget): string {
  const place = location ? `  ${location.file}:${location.line}` : '';
  if (problems.length > 0) return `cannot be used: ${problems.map(({ message }) => message).join('; ')}${place}`;
  return `${useTarget === undefined ? provider : `→ ${useTarget}`}${model ? ` ${model}` : ''}${place}`;
}

/** All that can be listed, by the names that the command line has for it. */
export const LISTS: Readonly<Record<string, (reading: Reading) => Promise<readonly ListItem[]> | readonly ListItem[]>> = {
  evaluators: ({ definitions }) => {
    // Every point function is an evaluator too; they have a list of their own. Opposites go without saying.
    const hidden = new Set([...definitions.pointFunctions.map(({ name }) => name), ...definitions.evaluators.map(({ name }) => `not_${name}`)]);
    return fromDefinitions(definitions.evaluators.filter(({ name }) => !hidden.has(name)));
  },
  rules: ({ definitions }) =>
    definitions.rules.map(({ form, description }) => ({ name: form, description })),
  functions: (reading) => fromDefinitions(reading.definitions.pointFunctions),
  providers: (reading) => fromDefinitions(reading.definitions.providers),
  options: () => describeOptions(),
  reporters: async ({ definitions }) => fromDefinitions(await definitions.reporters()),
  formats: ({ definitions }) =>
    definitions.loaders.map(({ name, extensions, description }) => ({
      name: `${name} (${extensions.join(', ')})`,
      description,
    })),
  targets: ({ project }) => [
    ...project.targets.map((target) => ({ name: target.name, description: describeTarget(target) })),
    ...Object.entries(project.collections).map(([name, models]) => ({
      name,
      description: `collection of ${models.join(', ')}`,
    })),
  ],
  runs: async ({ trust }) => (await keptRuns(trust.runsFolder)).map(runItem),
};
