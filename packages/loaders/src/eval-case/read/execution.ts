import {
  type CaseExecution,
  checkKeys,
  describeKind,
  describeValue,
  type GradingKeys,
  isJsonObject,
  type NormalizeContext,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { ASSERTION_KEYS } from '../../fields/suite-keys.js';
import { judgeHints } from '../../fields/judge-names.js';
import { readFlag } from '../../fields/flag.js';
import { RUN_KEYS_OF_EXECUTION } from '../agentv/run-settings.js';
import { reportUnreadKeys, UNREAD_IN_CASE_EXECUTION } from '../agentv/unread-keys.js';
import { readTargetNames } from '../agentv/target-names.js';

const OWN_KEYS: readonly string[] = ['target', 'targets', 'evaluators', ...ASSERTION_KEYS];
const SUITE_KEYS: ReadonlySet<string> = new Set([...OWN_KEYS, ...RUN_KEYS_OF_EXECUTION]);
const CASE_KEYS: ReadonlySet<string> = new Set([...OWN_KEYS, 'skip_defaults', 'cache']);

const GRADING: GradingKeys = { read: ['evaluators', ...ASSERTION_KEYS], how: 'write evaluators: and a list of - type: …' };

const HINTS = judgeHints('write model: NAME into the evaluator that asks judges; or judges: [provider:model] into .assay/config.yaml, or judge_target: NAME into the target');

/** The name of a target. */
export function readTargetName(context: NormalizeContext, target: unknown, path: ValuePath): string | undefined {
  if (target === undefined || target === null) return undefined;
  if (typeof target === 'string' && target.trim() !== '') return target;
  reportError(context, path, `${path.slice(path.indexOf('execution') === -1 ? -1 : path.indexOf('execution')).join('.')} must be the name of a target, not ${describeValue(target)}`, {
    hint: 'name a target of the targets file, or write provider:model',
  });
  return undefined;
}

/** What `execution` says about who is asked, and how. Its evaluators are read elsewhere. */
export interface WrittenExecution extends Pick<CaseExecution, 'target' | 'targets' | 'noCache'> {
  /** True for a case that does without what its suite says about input and assertions. */
  readonly skipDefaults?: true | undefined;
}

/** @param isSuite whether it stands in the head of a file, where it may ask something of a run besides. */
export function readExecution(context: NormalizeContext, raw: unknown, path: ValuePath, isSuite = false): WrittenExecution {
  if (raw === undefined || raw === null) return {};
  if (!isJsonObject(raw)) {
    reportError(context, path, `execution must be a mapping, not ${describeKind(raw)}`, {
      hint: 'write execution: { target: NAME }',
    });
    return {};
  }
  checkKeys(context, raw, path, isSuite ? SUITE_KEYS : CASE_KEYS, { hints: HINTS, grading: GRADING, refused: isSuite ? {} : UNREAD_IN_CASE_EXECUTION });
  if (!isSuite) reportUnreadKeys(context, raw, path, UNREAD_IN_CASE_EXECUTION);
  const target = readTargetName(context, raw['target'], [...path, 'target']);
  const targets = readTargetNames(context, raw['targets'], [...path, 'targets']);
  const skip = isSuite ? undefined : readFlag(context, raw, path, 'skip_defaults');
  const cache = isSuite ? undefined : readFlag(context, raw, path, 'cache');
  if (target !== undefined && targets) {
    reportError(context, [...path, 'targets'], 'target and targets both say who is asked', { which: 'key', hint: 'keep one of the two' });
  }
  return {
    ...(targets ? { targets } : target === undefined ? {} : { target }),
    ...(cache === false ? { noCache: true } : {}),
    ...(skip ? { skipDefaults: true } : {}),
  };
}
