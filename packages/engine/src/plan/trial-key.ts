import { canonicalJson, withoutPaths, withoutSecrets, type EvalCase, type Message, type TargetDefinition, type TrialVariant } from '@assay/schema';
import { hashOfJson, repeatedJson, shortHash } from './short-hash.js';

export interface TrialKeyParts {
  readonly suite: string;
  /** Path of the suite from the root of the project, with slashes. */
  readonly suitePath: string;
  readonly evalCase: Pick<EvalCase, 'id' | 'inputMessages' | 'plainInput' | 'workspace'>;
  /** As written, before env substitution. */
  readonly target: TargetDefinition;
  readonly variant: TrialVariant;
  /** Counts from 1. */
  readonly repeat: number;
}

/** Only what changes answers: not where the target is defined, who judges, how patiently it is asked, or with which key. */
function answeringTarget({ name, provider, model, options }: TargetDefinition): object {
  return { name, provider, model, options: withoutSecrets(options) };
}

const variantJson = repeatedJson();
const workspaceJson = repeatedJson();

/** Targets come back in trial after trial: their part of the key is computed once. */
const targets = new WeakMap<TargetDefinition, string>();

function targetHash(target: TargetDefinition): string {
  let hash = targets.get(target);
  if (hash === undefined) targets.set(target, (hash = shortHash(answeringTarget(target))));
  return hash;
}

/** The trials of a case come one after the other (targets, variants, repeats), and share their messages. */
let last: { readonly messages: readonly Message[]; readonly hash: string } | undefined;

function messagesHash(messages: readonly Message[]): string {
  if (last?.messages !== messages) last = { messages, hash: shortHash(withoutPaths(messages)) };
  return last.hash;
}

/**
 * Stable name of a trial: a hash of suite and its path from the project's root, case id,
 * generation inputs, target before env substitution, variant and repeat. So suites of one name never
 * mix, and a project that was moved as a whole keeps its keys. Expected answers and evaluators have no part in it, so that a
 * changed rubric is scored again without generating again. A workspace counts as it is defined; what is in its template has no part, and
 * neither have other file paths, `workers`,
 * time-outs, retries or the judge. Attachments count by the reference that is written in the case.
 * @returns 32 hex digits.
 */
export function trialKey({ suite, suitePath, evalCase, target, variant, repeat }: TrialKeyParts): string {
  // Canonical JSON, put together of its parts: their names are in order.
  const plain = evalCase.plainInput === undefined ? '' : `"plainInput":${canonicalJson(evalCase.plainInput)},`;
  const folder = evalCase.workspace === undefined ? '' : `,"workspace":${workspaceJson(evalCase.workspace)}`;
  const inputs = `"case":${canonicalJson(evalCase.id)},"inputs":"${messagesHash(evalCase.inputMessages)}","path":${canonicalJson(suitePath)}`;
  return hashOfJson(`{${inputs},${plain}"repeat":${repeat},"suite":${canonicalJson(suite)},"target":"${targetHash(target)}","variant":${variantJson(variant)}${folder}}`);
}
