import { OPTION_GROUPS, type RunOption } from './define-option.js';
import type { OptionType } from './option-types.js';
import * as runOptions from './run-options.js';

type RunOptionTable = typeof runOptions;
export type OptionName = keyof RunOptionTable;
type OptionValue<K extends OptionName> = RunOptionTable[K]['type'] extends OptionType<infer T> ? T : never;

/** What whoever starts a run says. Whatever is left out is decided by the project, or by the option's default. */
export type OptionValues = { readonly [K in OptionName]?: OptionValue<K> | undefined };

/** Options that no project decides, and that have a value always. */
type InitialName = { [K in OptionName]: RunOptionTable[K] extends { readonly initial: unknown } ? K : never }[OptionName];
/** Options that have a value in the end, whoever says it. */
type DefaultName = { [K in OptionName]: RunOptionTable[K] extends { readonly default: unknown } ? K : never }[OptionName];

/** The same, with what holds when nothing is said, as far as no project has a say in it. */
export type SaidOptions = Omit<OptionValues, InitialName> & { readonly [K in InitialName]: OptionValue<K> };

const groups = Object.keys(OPTION_GROUPS);

/** Every option with its name in programs, group by group, in a group by name. */
export const optionEntries: readonly (readonly [OptionName, RunOption])[] = (Object.entries(runOptions) as [OptionName, RunOption][]).toSorted(
  ([, a], [, b]) => groups.indexOf(a.group) - groups.indexOf(b.group),
);

const optionsByName = new Map(optionEntries);

/** Fills in what holds when whoever starts a run says nothing. */
export function withInitialValues<T extends OptionValues>(said: T): T & SaidOptions {
  const initial = optionEntries.flatMap(([name, option]) => ('initial' in option && said[name] === undefined ? [[name, option.initial]] : []));
  return { ...said, ...Object.fromEntries(initial) } as T & SaidOptions;
}

/** True for what a project may say and without which a run would be another one: it is said once, when the run begins. */
function isOfRun({ setting, kept, again }: RunOption): boolean {
  return setting !== undefined && kept !== false && again !== 'resumed';
}

/** What a project says about a run that began: how often, and when it passes. @param project by the options' keys in its settings. */
export function settledByProject(project: Readonly<Record<string, unknown>>): OptionValues {
  const said = optionEntries.flatMap(([name, option]) => (isOfRun(option) ? [[name, project[option.setting ?? '']]] : []));
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

/** What a project may still say about a run that began: how fast it goes, and what it may take. */
export function openToProject(project: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const settled = new Set(optionEntries.flatMap(([, option]) => (isOfRun(option) ? [option.setting] : [])));
  return Object.fromEntries(Object.entries(project).filter(([key]) => !settled.has(key)));
}

/** The values of options, whoever says them. */
export interface EffectiveOptions {
  /**
   * What holds: what was said for this run, else what is said of the very thing (`own`: a target's time-out), else what
   * the project says, else the default.
   */
  of<K extends OptionName>(name: K, own?: OptionValue<K>): OptionValue<K> | (K extends DefaultName | InitialName ? never : undefined);
  /** True where it was said for this run, which wins over all others. */
  isSaid(name: OptionName): boolean;
}

/** @param project what the project says, by the options' keys in its settings. */
export function effectiveOptions(said: OptionValues, project: Readonly<Record<string, unknown>>): EffectiveOptions {
  return {
    of(name, own) {
      const option = optionsByName.get(name);
      const ofProject = option?.setting === undefined ? undefined : project[option.setting];
      return (said[name] ?? own ?? ofProject ?? option?.default ?? option?.initial) as never;
    },
    isSaid: (name) => said[name] !== undefined,
  };
}
