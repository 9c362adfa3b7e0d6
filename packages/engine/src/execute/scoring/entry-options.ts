import { ConfigError, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject } from '@assay/schema';
import * as v from 'valibot';

/** @throws ConfigError when no evaluator of that type is installed. */
export function definitionOf(
  config: EvaluatorConfig,
  evaluatorFor: (type: string) => EvaluatorDefinition | undefined,
): EvaluatorDefinition {
  const definition = evaluatorFor(config.type);
  if (definition) return definition;
  throw new ConfigError(`evaluator "${config.name}": there is no evaluator of type "${config.type}"`, {
    hint: 'see `assay list evaluators` for those that are installed',
  });
}

/** The entry's options with the schema's defaults. Files have been checked; API callers may not have. @throws ConfigError */
export function optionsOf(config: EvaluatorConfig, definition: EvaluatorDefinition): unknown {
  const result = v.safeParse(definition.options, config.options);
  if (!result.success) {
    const [issue] = result.issues;
    const key = v.getDotPath(issue);
    throw new ConfigError(
      `evaluator "${config.name}" (${definition.name}): ${key === null ? 'options' : `option "${key}"`}: ${issue.message}`,
    );
  }
  if (!definition.openOptions) return result.output;
  return { ...config.options, ...(result.output as JsonObject) };
}

interface Kept {
  readonly config: EvaluatorConfig;
  readonly options: unknown;
}

/** What the last entry of each definition came to. */
const last = new WeakMap<EvaluatorDefinition, Kept>();

/**
 * The same, for definitions that change nothing of what they are given: the trials of a case share its entries, as do cases with the
 * same ones, and what comes again is there already.
 * @throws ConfigError as {@link optionsOf} does.
 */
export function sharedOptions(config: EvaluatorConfig, definition: EvaluatorDefinition): unknown {
  const kept = last.get(definition);
  if (kept?.config === config) return kept.options;
  const options = optionsOf(config, definition);
  last.set(definition, { config, options });
  return options;
}
