import type { CaseExecution, CasePrompt, EvalCase, TrialVariant } from '@assay/schema';

interface Choice {
  readonly label: string;
  readonly settings: Omit<TrialVariant, 'label'>;
}

const LEFT_ALONE: readonly Choice[] = [{ label: '', settings: {} }];

/** Each temperature of the list once, marked; a single temperature is a setting and has no mark. */
function temperatureChoices({ temperature, temperatures = [] }: CaseExecution): readonly Choice[] {
  if (temperatures.length > 0) {
    return [...new Set(temperatures)].map((value) => ({ label: `temp:${value}`, settings: { temperature: value } }));
  }
  return temperature === undefined ? LEFT_ALONE : [{ label: '', settings: { temperature } }];
}

/** Every system prompt by its number in the list, so that editing one does not rename the others. */
function systemChoices({ systems = [] }: CaseExecution): readonly Choice[] {
  if (systems.length === 0) return LEFT_ALONE;
  return systems.map((system, index) => ({ label: `sys:${index + 1}`, settings: system === null ? {} : { system } }));
}

/** What holds for a case: what it says itself, else what its suite says of all cases. */
function inherit({ execution, inputMessages }: VariedCase, suite: CaseExecution): CaseExecution {
  const ownTemperature = execution.temperature !== undefined || execution.temperatures !== undefined;
  // A system prompt of its own stands in place of those of the suite.
  const ownSystem = execution.systems !== undefined || inputMessages[0]?.role === 'system';
  const { temperature, temperatures } = ownTemperature ? execution : suite;
  return { temperature, temperatures, systems: ownSystem ? execution.systems : suite.systems };
}

const NOT_VARIED: readonly TrialVariant[] = [{ label: '' }];

/** Whether anything is set or varied at all: of most cases nothing is. */
function says({ temperature, temperatures, systems }: CaseExecution): boolean {
  return temperature !== undefined || temperatures !== undefined || systems !== undefined;
}

type VariedCase = Pick<EvalCase, 'execution' | 'inputMessages' | 'prompts'>;

/** Temperatures and system prompts of a case that is asked in one way. */
function settingsOf(evalCase: VariedCase, suite: CaseExecution): readonly TrialVariant[] {
  if (!says(evalCase.execution) && !says(suite)) return NOT_VARIED;
  const execution = inherit(evalCase, suite);
  const systems = systemChoices(execution);
  return temperatureChoices(execution).flatMap((temperature) =>
    systems.map((system) => ({
      label: labelOf(temperature.label, system.label),
      ...temperature.settings,
      ...system.settings,
    })),
  );
}

function labelOf(...labels: readonly string[]): string {
  return labels.filter((label) => label !== '').join(' ');
}

/** The variants of cases that have the same prompts and nothing else that varies: in large datasets those of all. */
let last: { readonly names: readonly string[]; readonly variants: readonly TrialVariant[] } | undefined;

function promptVariants(prompts: readonly CasePrompt[]): readonly TrialVariant[] {
  if (last?.names.length === prompts.length && prompts.every(({ name }, index) => name === last?.names[index])) return last.variants;
  const names = prompts.map(({ name }) => name);
  const variants = names.map((prompt) => ({ label: names.length === 1 ? '' : `prompt:${prompt.replaceAll(/\s+/gu, '-')}`, prompt }));
  last = { names, variants };
  return variants;
}

/**
 * What is varied for a case: every prompt of its suite × every temperature × every system prompt of its `execution` or its
 * suite's. Labels name what comes from a list: `prompt:short` (with `-` for spaces), `temp:0.5`, `sys:2` (counted from 1),
 * `prompt:short temp:0.5 sys:2`; without a list there is one variant, with an empty label. A system prompt that
 * is null adds none and takes none away.
 */
export function variantsOf(evalCase: VariedCase, suite: CaseExecution = {}): readonly TrialVariant[] {
  const { prompts, execution } = evalCase;
  if (!prompts) return settingsOf(evalCase, suite);
  const named = promptVariants(prompts);
  if (!says(execution) && !says(suite)) return named;
  return prompts.flatMap(({ inputMessages }, index) =>
    settingsOf({ execution, inputMessages }, suite).map((settings) => ({ ...settings, ...named[index], label: labelOf(named[index]?.label ?? '', settings.label) })),
  );
}
