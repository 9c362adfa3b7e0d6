import { canonicalJson, ConfigError, findDefinition, parseModelString, type Definition, type TargetDefinition } from '@assay/schema';

export interface ModelAliasOptions {
  /** Models to ask in place of others, both as `provider:model`; none leads to another key. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly providers: readonly Definition[];
}

/**
 * The target with the model that the project asks in place of the one that it names; the same
 * object when there is none. Its name stays: results are found under what people wrote.
 * @throws ConfigError when the other model is one of another provider, and the target has options
 * for its own.
 */
export function withModelAlias<T extends TargetDefinition>(target: T, { aliases, providers }: ModelAliasOptions): T {
  const { model } = target;
  if (model === undefined) return target;
  const provider = findDefinition(providers, target.provider)?.name ?? target.provider;
  const key = [`${provider}:${model}`, `${target.provider}:${model}`].find((name) => Object.hasOwn(aliases, name));
  const other = key === undefined ? undefined : parseModelString(aliases[key] ?? '');
  if (!other) return target;
  const same = (findDefinition(providers, other.provider)?.name ?? other.provider) === provider;
  if (!same && canonicalJson(target.options) !== '{}') {
    throw new ConfigError(
      `model_aliases asks ${other.provider}:${other.model} for ${key}, but target "${target.name}" has options of provider "${target.provider}"`,
      {
        hint: `write the model into the target itself, or choose one of ${target.provider}`,
        ...(target.location === undefined ? {} : { location: target.location }),
      },
    );
  }
  return { ...target, provider: same ? target.provider : other.provider, model: other.model };
}
