import { substituteEnv } from '@assay/loaders';
import {
  findDefinition,
  isSecretVariable,
  urlWithoutSecrets,
  withoutSecrets,
  type Definition,
  type JsonObject,
  type ProviderDefinition,
  type ProviderReach,
  type TargetDefinition,
} from '@assay/schema';
import { withModelAlias } from '../model-aliases.js';

export interface TargetIdentityOptions {
  /** What the target may see of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelAliases: Readonly<Record<string, string>>;
  readonly providers: readonly (Definition & Pick<ProviderDefinition, 'reach'>)[];
  /** Digest of the content of a file that the target names, by its path as it is written; undefined where there is none. */
  readonly contentOf: (file: string) => string | undefined;
}

type Environment = TargetIdentityOptions['env'];

/** The environment with secrets named in place of their values: who asks with another key asks the same target. */
function withNamedSecrets(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value !== undefined && isSecretVariable(name, value) ? `\${${name}}` : value]));
}

const ADDRESS_KEYS = ['endpoint', 'base_url', 'url'];

/** Where a provider is asked whose target does not say so, as far as the environment says it: `OPENAI_BASE_URL`, `AZURE_OPENAI_ENDPOINT`. */
function ambientAddress(provider: string, options: JsonObject, env: Environment): JsonObject {
  if (ADDRESS_KEYS.some((key) => options[key] !== undefined)) return {};
  const address = new RegExp(`^${provider.replaceAll(/\W/gu, '_')}_(?:\\w+_)?(?:BASE_URL|ENDPOINT)$`, 'iu');
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value && address.test(name) ? [[name, urlWithoutSecrets(value)]] : [])));
}

/** What the files hold that a provider answers from. */
function contents(reach: ProviderReach | undefined, options: JsonObject, contentOf: TargetIdentityOptions['contentOf']): JsonObject {
  if (reach?.kind !== 'files') return {};
  const files = reach.keys.flatMap((key) => {
    const file = options[key];
    return typeof file === 'string' ? [[key, contentOf(file) ?? null]] : [];
  });
  return { contents: Object.fromEntries(files) as JsonObject };
}

/**
 * What a target is when its `${VAR}` references are replaced, as far as it changes answers: provider, model, address and
 * options. Two processes that find the same ask the same. No secret is a part of it (keys, passwords, variables that are named
 * as such), nor are its name, who judges it, or how patiently it is asked. Files that a provider answers from count by their
 * content; other files and programs that options name, by their names alone. Not for showing: digest it with `saltedDigest`.
 * @throws ConfigError for a variable that is not set.
 */
export function targetIdentity(written: TargetDefinition, { env, modelAliases: aliases, providers, contentOf }: TargetIdentityOptions): JsonObject {
  const filled = withModelAlias(substituteEnv(written, withNamedSecrets(env)), { aliases, providers });
  const definition = findDefinition(providers, filled.provider);
  const provider = definition?.name ?? filled.provider;
  const { model, options, allowEmpty } = filled;
  return {
    provider,
    ...(model === undefined ? {} : { model }),
    options: withoutSecrets(options),
    ...(allowEmpty === undefined ? {} : { allowEmpty }),
    ...ambientAddress(provider, options, env),
    ...contents(definition?.reach, options, contentOf),
  };
}
