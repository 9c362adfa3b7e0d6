import { reportError, type NormalizeContext, type ValuePath } from '@assay/schema';

/** Keys that are known and not read, each with what to do instead, in the imperative. */
export type UnreadKeys = Readonly<Record<string, string>>;

const FOLDER = 'write workspace: { template: FOLDER }';
const HOOKS = 'write hooks of a workspace';
const TRANSFORM = 'let the target reply with text, or read the reply as it is with - type: script';
const PREPROCESS = 'write it at the top of the file';
const ONE_RUN = 'write it at the top of the file: it holds for a whole run';

/** Of the head of a file. */
export const UNREAD_IN_SUITES: UnreadKeys = {
  environment: FOLDER,
  sandbox: FOLDER,
  extensions: HOOKS,
  hooks: HOOKS,
  scripts: HOOKS,
  env: 'set the variables in the environment, or in a .env file beside the project',
  scenarios: 'write a case for each of them, or lists under vars, which stand for every combination',
  imports: 'name the other files on the command line: assay run a.yaml b.yaml',
  eval_set: 'name the files on the command line: assay run a.yaml b.yaml',
  agent: 'name a target under target',
  agent_options: 'write them into the target',
};

/** Of a case. */
export const UNREAD_IN_CASES: UnreadKeys = {
  environment: FOLDER,
  preprocessors: PREPROCESS,
  options: TRANSFORM,
  run: ONE_RUN,
  repeat: ONE_RUN,
  threshold: 'write min_score on its assertions, or put them into one - type: assert-set with a threshold',
  provider: 'write it as execution: { target: NAME }',
  providers: 'write it as execution: { targets: [NAME, …] }',
};

/** Of `execution` in a case, besides. */
export const UNREAD_IN_CASE_EXECUTION: UnreadKeys = {
  workers: ONE_RUN,
  trials: ONE_RUN,
  repeat: ONE_RUN,
  runs: ONE_RUN,
  budget_usd: ONE_RUN,
  budgetUsd: ONE_RUN,
  timeout_seconds: ONE_RUN,
  threshold: UNREAD_IN_CASES['threshold'] ?? '',
  fail_on_error: ONE_RUN,
  failOnError: ONE_RUN,
};

/** Of a test that all others begin with. */
export const UNREAD_IN_DEFAULT_TEST: UnreadKeys = {
  options: TRANSFORM,
  threshold: UNREAD_IN_CASES['threshold'] ?? '',
  metadata: 'write it into the cases that it is about',
  environment: FOLDER,
  execution: 'write execution at the top of the file',
};

/** Reports every key of a mapping that is known and not read. Empty ones say nothing. */
export function reportUnreadKeys(context: NormalizeContext, raw: Readonly<Record<string, unknown>>, path: ValuePath, unread: UnreadKeys): void {
  for (const key in raw) {
    const hint = Object.hasOwn(unread, key) ? unread[key] : undefined;
    if (hint === undefined || raw[key] === undefined || raw[key] === null) continue;
    reportError(context, [...path, key], `${key} is not supported`, { code: 'unsupported', which: 'key', hint });
  }
}
