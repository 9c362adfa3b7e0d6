import { ConfigError, isJsonObject, VARIABLE_REFERENCE, type JsonObject, type JsonValue, type TargetDefinition, type WrittenTarget } from '@assay/schema';
import type { Environment } from './load-env.js';

interface Missing {
  readonly variable: string;
  readonly key: string;
}

function substituteText(text: string, key: string, env: Environment, missing: Missing[]): string {
  return text.replace(VARIABLE_REFERENCE, (whole: string, braced: string | undefined, plain: string | undefined) => {
    const variable = braced ?? plain ?? '';
    const value = env[variable];
    if (value !== undefined) return value;
    missing.push({ variable, key });
    return whole;
  });
}

function substituteValue(value: JsonValue, key: string, env: Environment, missing: Missing[]): JsonValue {
  if (typeof value === 'string') return substituteText(value, key, env, missing);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => substituteValue(item, `${key}[${index}]`, env, missing));
  }
  return isJsonObject(value) ? substituteObject(value, key, env, missing) : value;
}

function substituteObject(value: JsonObject, key: string, env: Environment, missing: Missing[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      substituteValue(field, key === '' ? name : `${key}.${name}`, env, missing),
    ]),
  );
}

function missingVariables({ name, location }: Pick<WrittenTarget, 'name' | 'location'>, missing: readonly Missing[]): ConfigError {
  const keysOf = (variable: string): string =>
    [...new Set(missing.filter((one) => one.variable === variable).map(({ key }) => key))].join(', ');
  const names = [...new Set(missing.map(({ variable }) => variable))];
  const list = names.map((variable) => `${variable} (in ${keysOf(variable)})`).join(', ');
  return new ConfigError(`target "${name}" needs the environment variable${names.length > 1 ? 's' : ''} ${list}, not set`, {
    hint: `set ${names.join(' and ')} in the environment or in a .env file`,
    location,
  });
}

/**
 * One text of a target, such as `use_target`, with its references replaced.
 * @param key the text's key, for the message.
 * @throws ConfigError as {@link substituteEnv}; also for a text that is empty then.
 */
export function substituteEnvInText(
  text: string,
  key: string,
  target: Pick<WrittenTarget, 'name' | 'location'>,
  env: Environment,
): string {
  const missing: Missing[] = [];
  const result = substituteText(text, key, env, missing).trim();
  if (missing.length > 0) throw missingVariables(target, missing);
  if (result !== '') return result;
  throw new ConfigError(`target "${target.name}": ${key} is empty: ${text}`, {
    hint: 'set the variable to the name of a target',
    location: target.location,
  });
}

/**
 * A target with `${VAR}` and `${{ VAR }}` replaced in all its texts, nested ones too; its name stays.
 * For the moment of the run only: the result may hold secrets.
 * @throws ConfigError that names every missing variable, the target and the key it stands under.
 */
export function substituteEnv(target: TargetDefinition, env: Environment): TargetDefinition {
  const missing: Missing[] = [];
  const text = (value: string, key: string): string => substituteText(value, key, env, missing);
  const result: TargetDefinition = {
    ...target,
    provider: text(target.provider, 'provider'),
    ...(target.model === undefined ? {} : { model: text(target.model, 'model') }),
    ...(target.judgeTarget === undefined ? {} : { judgeTarget: text(target.judgeTarget, 'judge_target') }),
    options: substituteObject(target.options, '', env, missing),
  };
  if (missing.length === 0) return result;
  throw missingVariables(target, missing);
}
