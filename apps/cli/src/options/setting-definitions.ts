import type { SettingDefinition } from '@assay/schema';
import { optionEntries } from './option-values.js';

/** The options that a project may decide, as keys under `defaults:` of its settings. */
export const settingDefinitions: readonly SettingDefinition[] = optionEntries.flatMap(([, option]) =>
  option.setting === undefined ? [] : [{ key: option.setting, expected: option.type.expected, is: option.type.is, ...(option.ofSuites ? { ofSuites: true } : {}) }],
);
