import type { EvalCase, JsonValue } from '@assay/schema';
import { membersOf, type Entry, type FindEvaluator } from './entry-members.js';

/** What of a case only those evaluators are told that are named here: programs, code, and prompts that they fill in themselves. */
export type ToldOfCase = Pick<EvalCase, 'vars' | 'metadata'>;

/** An option that names a file: what stands in there is not looked at. */
const FILE = /^\S+\.\w+$/u;

function mayName(option: JsonValue | undefined, names: readonly string[]): boolean {
  if (option === undefined) return false;
  if (typeof option === 'string' && FILE.test(option)) return true;
  const text = JSON.stringify(option);
  return names.some((name) => text.includes(name));
}

function isTold({ type, options }: Pick<Entry, 'type' | 'options'>, names: readonly string[], find: FindEvaluator): boolean {
  const { programs, verbatim = [] } = find(type) ?? {};
  const isProgram = programs === undefined || (programs !== 'never' && programs(options).length > 0);
  return isProgram || verbatim.some((key) => mayName(options[key], names)) || membersOf(options).some((member) => isTold(member, names, find));
}

/** Variables and metadata of a case, where one of its evaluators may go by them; undefined where none does, or it has neither. */
export function toldOfCase({ vars, metadata, evaluators }: Pick<EvalCase, 'vars' | 'metadata' | 'evaluators'>, find: FindEvaluator): ToldOfCase | undefined {
  if (vars === undefined && metadata === undefined) return undefined;
  const names = ['vars', 'metadata', ...Object.keys(vars ?? {})];
  return evaluators.some((entry) => isTold(entry, names, find)) ? { vars, metadata } : undefined;
}
