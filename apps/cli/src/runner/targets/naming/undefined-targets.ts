import { findDefinition, parseModelString, UsageError, type TargetDefinition, type WrittenTarget } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';
import { referenceError } from './reference-error.js';
import { wordsOf } from '../../../options/option-words.js';
import type { TargetResolverOptions } from './target-resolver-options.js';

const FILE = /\.(?:ya?ml|json)$/iu;

/** True for a reference that is a path of a file with a target in it. */
export function isTargetFile(reference: string): boolean {
  return FILE.test(reference);
}

/** The only target of a file. @throws ConfigError */
export async function targetOfFile(reference: TargetReference, { readFile, words }: Pick<TargetResolverOptions, 'readFile' | 'words'>): Promise<WrittenTarget> {
  const { name: file } = reference;
  const targets = await readFile(file).catch((error: unknown) => {
    // What is wrong in a file has a place of its own; a file that is not there has not.
    if (error instanceof UsageError) throw referenceError(reference, error.message, error.hint ?? 'name a file that defines one target');
    throw error;
  });
  const [only] = targets;
  if (only && targets.length === 1) return only;
  throw referenceError(
    reference,
    `${file} defines ${targets.length === 0 ? 'no' : targets.length} targets${targets.length === 0 ? '' : ', so it is not clear which is meant'}`,
    targets.length === 0
      ? 'write name: … and provider: … into it'
      : `use ${wordsOf({ words }).say('targetsFile', file)} and name one of them: ${targets.map((target) => target.name).join(', ')}`,
  );
}

/** A target that needs no definition: `provider:model`, or the mock. */
export function targetOfModel(name: string, { providers, report }: TargetResolverOptions): TargetDefinition | undefined {
  // Only programs and recordings answer without a model, and only the mock without options.
  if (name === 'mock') return { name: 'mock', provider: 'mock', options: {} };
  const model = parseModelString(name);
  if (!model) return undefined;
  const provider = findDefinition(providers, model.provider);
  if (!provider) return undefined;
  if (model.corrected) {
    report({
      severity: 'warning',
      code: 'model-string',
      message: `read "${name}" as "${model.corrected}"`,
      hint: 'write provider:model without spaces, the provider in lower case',
    });
  }
  return { name: model.corrected ?? name, provider: provider.name, model: model.model, options: {} };
}
