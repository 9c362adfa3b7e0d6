import { checkGiven, CI_SERVER, FUNCTION, SIGNAL, SURROUNDINGS, TEXTS } from './check-given.js';
import { checkOptions } from './check-options.js';
import { optionEntries, type OptionValues } from '../option-values.js';

const FORMS = { ...SURROUNDINGS, files: TEXTS, signal: SIGNAL, ciServer: CI_SERVER, onRow: FUNCTION, onBegin: FUNCTION, onBatches: FUNCTION };
/** What is checked where it is used. */
const OTHERS = ['evaluators', 'pointFunctions', 'rules', 'providers', 'loaders', 'reporters'];

/** What the options are called on a command line and in settings: who knows them from there writes these. */
function otherWords(): ReadonlyMap<string, string> {
  const flag = (flags: string | undefined): string | undefined => flags?.split(' ')[0]?.replace('--', '');
  return new Map(optionEntries.flatMap(([name, { flags, setting }]) => [flag(flags), setting].flatMap((word) => (word === undefined ? [] : [[word, name] as const]))));
}

/**
 * Reads all that a program gives to `evaluate()`, and checks all of it but the definitions among it.
 * @throws UsageError for what cannot be
 */
export function checkEvaluateOptions<T extends OptionValues>(given: T): T {
  const said = checkGiven('evaluate()', given, FORMS, [...OTHERS, ...optionEntries.map(([name]) => name)], otherWords());
  checkOptions(said);
  return said;
}
