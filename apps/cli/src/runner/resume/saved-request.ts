import { UsageError, type RunManifest } from '@assay/schema';
import { manifestKey } from '../../options/manifest-options.js';
import { optionEntries, type OptionValues } from '../../options/option-values.js';

/** What a run was asked for. */
export interface SavedRequest {
  readonly files: readonly string[];
  readonly options: OptionValues;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * The files and options of a run as its manifest keeps them.
 * @param file of the manifest, for messages.
 * @throws UsageError for a value that an option does not take.
 */
export function savedRequest({ options }: RunManifest, file: string): SavedRequest {
  const wrong = (key: string, expected: string): UsageError =>
    new UsageError(`${file}: options.${key} must be ${expected}`, { hint: 'the file was changed by hand; run the evals again' });
  const { files } = options;
  if (!isTexts(files) || files.length === 0) throw wrong('files', 'a list of files');
  const said = optionEntries.flatMap(([name, option]) => {
    const key = manifestKey(name, option);
    const value: unknown = option.kept === false ? undefined : options[key];
    if (value === undefined) return [];
    if (!option.type.is(value)) throw wrong(key, option.type.expected);
    return [[name, value] as const];
  });
  return { files, options: Object.fromEntries(said) as OptionValues };
}
