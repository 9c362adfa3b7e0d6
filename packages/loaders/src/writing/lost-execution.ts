import { canonicalJson, type CaseExecution, type LocatedCase, type Lose } from '@assay/schema';

/** How files call the settings of generation. */
const NAMES = { temperature: 'temperature', temperatures: 'temperatures', systems: 'system', noCache: 'noCache', allowEmpty: 'allow_empty' } as const;

type Setting = keyof typeof NAMES;

const SETTINGS = Object.keys(NAMES) as readonly Setting[];

function shown(value: CaseExecution[Setting]): string {
  return JSON.stringify(value);
}

/**
 * Notes the settings of generation that a dialect does not know: once when all cases have the same.
 * @param reason Completes "temperatures [0, 1]: …".
 */
export function loseExecution(cases: readonly LocatedCase[], lose: Lose, reason: string, settings: readonly Setting[] = SETTINGS): void {
  for (const setting of settings) {
    const having = cases.filter(({ evalCase }) => evalCase.execution[setting] !== undefined);
    const [first] = having;
    if (!first) continue;
    const value = first.evalCase.execution[setting];
    const same = having.length === cases.length && having.every(({ evalCase }) => canonicalJson(evalCase.execution[setting]) === canonicalJson(value));
    if (same && having.length > 1) lose(undefined, NAMES[setting], `${shown(value)}: ${reason}`);
    else for (const one of having) lose(one, NAMES[setting], `${shown(one.evalCase.execution[setting])}: ${reason}`);
  }
}
