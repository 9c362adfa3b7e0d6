import { canonicalJson, InvalidFileError, type Diagnostic, type Suite, type SuiteSetting } from '@assay/schema';
import { optionEntries, type OptionValues } from './option-values.js';
import { wordsOf, type OptionWords } from './option-words.js';
import * as runOptions from './run-options.js';

/** What single suites may take, which they are held to one by one. */
const OF_SUITES: ReadonlySet<string> = new Set(Object.values(runOptions).flatMap((option) => ('ofSuites' in option && 'setting' in option ? [option.setting] : [])));

/** Settings that whoever starts the run has the last word about. */
function saidSettings(said: OptionValues): ReadonlySet<string> {
  return new Set(Object.entries(runOptions).flatMap(([name, option]) => ('setting' in option && said[name as keyof OptionValues] !== undefined ? [option.setting] : [])));
}

/** The option that settings call so, as whoever starts the run would write it. */
function named(key: string, { say }: OptionWords): string {
  const [found] = optionEntries.find(([, { setting }]) => setting === key) ?? [];
  return found === undefined ? key : say(found);
}

function differ(key: string, one: SuiteSetting, other: Suite, setting: SuiteSetting | undefined, words: OptionWords): Diagnostic {
  return {
    severity: 'error',
    code: 'suites-differ',
    message: `${key} holds for a whole run, and its suites say different things: ${JSON.stringify(one.value)} here, ${setting ? `${JSON.stringify(setting.value)} in ${other.path}` : `nothing in ${other.path}`}`,
    location: one.location,
    hint: `say what is meant with ${named(key, words)}, or run the files one by one`,
    ...(setting ? { related: { message: 'the other one is here', location: setting.location } } : {}),
  };
}

/** What suites ask of the run that they are a part of. */
export interface SuiteSettings {
  /** Of the run, by the keys of settings. */
  readonly ofRun: Readonly<Record<string, unknown>>;
  /** Limits of single suites, by their paths. */
  readonly budgets: Readonly<Record<string, Readonly<Record<string, never>>>>;
}

/**
 * What the files of a run ask of it, as far as nobody has said otherwise.
 * @throws InvalidFileError when they ask for different things that hold for a whole run.
 */
export function suiteSettings(suites: readonly Suite[], said: OptionValues & { readonly words?: OptionWords | undefined }): SuiteSettings {
  const decided = saidSettings(said);
  const ofRun: Record<string, unknown> = {};
  const budgets: Record<string, Record<string, never>> = {};
  const findings: Diagnostic[] = [];
  const keys = new Set(suites.flatMap(({ settings = [] }) => settings.map(({ key }) => key)));
  for (const key of keys) {
    const asked = suites.map((suite) => ({ suite, setting: suite.settings?.find((one) => one.key === key) }));
    if (OF_SUITES.has(key)) {
      for (const { suite, setting } of asked) if (setting) budgets[suite.path] = { ...budgets[suite.path], [key]: setting.value as never };
      continue;
    }
    const first = asked.find(({ setting }) => setting !== undefined)?.setting;
    if (!first || decided.has(key)) continue;
    const other = asked.find(({ setting }) => setting === undefined || canonicalJson(setting.value) !== canonicalJson(first.value));
    if (other) findings.push(differ(key, first, other.suite, other.setting, wordsOf(said)));
    else ofRun[key] = first.value;
  }
  if (findings.length > 0) throw new InvalidFileError(findings);
  return { ofRun, budgets };
}
