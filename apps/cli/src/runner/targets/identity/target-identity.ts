import { substituteEnv } from '@assay/loaders';
import {
  findDefinition,
  isSecretVariable,
  urlWithoutSecrets,
  withoutSecrets,
  type Definition,
  type JsonObject,
  type TargetDefinition,
} from '@assay/schema';
import { withModelAlias } from '../model-aliases.js';

export interface TargetIdentityOptions {
  /** What the target may see of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelAliases: Readonly<Record<string, string>>;
  readonly providers: readonly Definition[];
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

/**
 * What a target is when its `${VAR}` references are replaced, as far as it changes answers: provider, model, address and
 * options. Two processes that find the same ask the same. No secret is a part of it (keys, passwords, variables that are named
 * as such), nor are its name, who judges it, or how patiently it is asked. Files and programs that options name count by
 * their names alone. Not for showing: digest it with `saltedDigest`.
 * @throws ConfigError for a variable that is not set.
 */
export function targetIdentity(written: TargetDefinition, { env, modelAliases: aliases, providers }: TargetIdentityOptions): JsonObject {
  const filled = withModelAlias(substituteEnv(written, withNamedSecrets(env)), { aliases, providers });
  const provider = findDefinition(providers, filled.provider)?.name ?? filled.provider;
  const { model, options, allowEmpty } = filled;
  return {
    provider,
    ...(model === undefined ? {} : { model }),
    options: withoutSecrets(options),
    ...(allowEmpty === undefined ? {} : { allowEmpty }),
    ...ambientAddress(provider, options, env),
  };
}
