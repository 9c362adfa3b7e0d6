import type { JsonObject } from '@assay/schema';
import { OPTION_GROUPS } from './define-option.js';
import { manifestKey } from './manifest-options.js';
import { optionEntries } from './option-values.js';

/** An option as `assay list options` shows it. */
export interface DescribedOption {
  /** As on the command line; the field of `evaluate()` for what that cannot say. */
  readonly name: string;
  readonly description: string;
  /** Everywhere else that it has a name; keys in snake_case. */
  readonly places: JsonObject;
}

/** The options of a run with all their names: the source of the page of options. */
export function describeOptions(): readonly DescribedOption[] {
  return optionEntries.map(([field, option]) => ({
    name: option.flags ?? field,
    description: option.description,
    places: {
      group: OPTION_GROUPS[option.group],
      field,
      value: option.type.expected,
      ...(option.flags === undefined ? {} : { flags: option.flags }),
      ...(option.negated === undefined ? {} : { negated: option.negated }),
      ...(option.only === undefined ? {} : { only: option.only }),
      ...(option.setting === undefined ? {} : { setting: `defaults.${option.setting}` }),
      ...(option.ofSuites ? { suites: `budgets.NAME.${option.setting ?? ''}` } : {}),
      ...(option.kept === false ? {} : { manifest: manifestKey(field, option) }),
      ...(option.default === undefined ? {} : { default: option.default as string | number }),
    },
  }));
}
