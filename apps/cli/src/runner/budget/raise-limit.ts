import type { BudgetSummary, Suite } from '@assay/schema';
import { durationMs } from '../../options/duration.js';
import type { Reading } from '../reading/compose-reading.js';

/** A limit of a suite that is to be raised. */
interface RaisedLimit {
  readonly key: 'max_cost' | 'max_tokens' | 'max_time';
  /** To so much, as settings write it. */
  readonly to: string;
}

/** Says where limits of a suite stand that are lower than what is to be allowed: all of them hold. */
export type RaiseLimit = (suite: Pick<BudgetSummary, 'suite' | 'suitePath'>, limit: RaisedLimit) => string;

/** A name as YAML takes it. */
const yamlKey = (name: string): string => (/^[a-z_][\w./-]*$/iu.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/iu.test(name) ? name : JSON.stringify(name));

/** As a number that tells which is lower. */
const amountOf = (key: RaisedLimit['key'], written: unknown): number => Number(key === 'max_time' ? durationMs(written) : written);

/** Where what settings and the suites of a run themselves limit can be raised. */
export function raiseLimit(budgets: Reading['project']['budgets'], suites: readonly Suite[]): RaiseLimit {
  return ({ suite, suitePath }, { key, to }) => {
    const isLower = (written: unknown): boolean => written !== undefined && amountOf(key, written) < amountOf(key, to);
    const entries = Object.entries(budgets).filter(([name, limits]) => (name === suite || name === suitePath) && isLower(limits[key]));
    const inSettings = entries.map(([name]) => `${yamlKey(name)}: { ${key}: ${to} }`).join(', ');
    const inFile = suites.find(({ path }) => path === suitePath)?.settings?.find((setting) => setting.key === key && isLower(setting.value));
    return [
      ...(inSettings === '' ? [] : [`in settings first (budgets: { ${inSettings} })`]),
      ...(inFile ? [`at ${suitePath}:${inFile.location.line}${inSettings === '' ? ' first' : ''}`] : []),
    ].join(' and ');
  };
}
