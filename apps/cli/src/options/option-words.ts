import type { SayOption } from '@assay/schema';
import { optionEntries, type OptionName } from './option-values.js';

/** What an option may be said to be; a list for one that may be given several times. */
type Said = string | number | boolean | readonly string[];

/** How errors name options: as whoever reads them would write them. */
export interface OptionWords {
  /** The option, with a value where one is meant: `--repeat 5`, or `repeat: 5`. */
  say(name: OptionName, value?: Said): string;
  /** False for an option that cannot be said here. */
  knows(name: OptionName): boolean;
}

const options = new Map(optionEntries);

/** The option as it is written on a command line. What that cannot say is named as programs do. */
function flagOf(name: OptionName): string {
  return options.get(name)?.flags?.split(' ')[0] ?? name;
}

/** As on the command line: `--judge mock`, `--no-recheck`. */
const COMMAND_LINE: OptionWords = {
  say(name, value) {
    const flag = flagOf(name);
    if (value === false) return flag.replace('--', '--no-');
    if (value === undefined || value === true) return flag;
    return (Array.isArray(value) ? value : [value]).map((each) => `${flag} ${each}`).join(' ');
  },
  knows: (name) => options.get(name)?.flags !== undefined,
};

function literal(name: OptionName, value: Said): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  const texts = (typeof value === 'string' ? [value] : value).map((each) => `'${each}'`).join(', ');
  return options.get(name)?.type.is([String(value)]) ? `[${texts}]` : texts;
}

/** As fields of `evaluate()`: `judges: ['mock']`, `recheck: false`. */
export const FIELDS: OptionWords = {
  say: (name, value) => (value === undefined ? name : `${name}: ${literal(name, value)}`),
  knows: () => true,
};

/** The words of whoever says the options of a run: a command line, unless it is a program. */
export function wordsOf({ words = COMMAND_LINE }: { readonly words?: OptionWords | undefined }): OptionWords {
  return words;
}

/** Writes what the hints of packages are about in the words of whoever reads them. Default: as on the command line. */
export function sayOptionIn(words?: OptionWords): SayOption {
  const { say } = wordsOf({ words });
  return ({ name, value }) => say(name as OptionName, value);
}
