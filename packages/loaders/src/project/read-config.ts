import {
  checkKeys,
  checkWithSchema,
  DEFAULT_VERDICT_THRESHOLDS,
  describeKind,
  describeValue,
  isJsonObject,
  reportError,
  type AliasPrecedence,
  type JsonObject,
  type ModelPrice,
  type NormalizeContext,
  type TargetDefinition,
  type ValuePath,
  type VerdictThresholds,
} from '@assay/schema';
import type * as v from 'valibot';
import { readTargets } from '../targets/read-target.js';
import { DefaultsSchema, JudgesSchema, PriceSchema, VerdictsSchema } from './config-schema.js';
import type { JudgesConfig, ProjectConfig, ProjectDefaults } from './project-config.js';

/** What one `config.yaml` says. */
export type ConfigFile = Partial<Omit<ProjectConfig, 'root' | 'files' | 'env'>>;

const KEYS: ReadonlySet<string> = new Set([
  'defaults', 'judges', 'targets', 'collections', 'guideline_patterns', 'alias_precedence', 'prices', 'verdicts',
  '$schema', 'version', 'description',
]);

/** A section checked by its schema; undefined when it is absent or no mapping. */
function section<TSchema extends v.GenericSchema>(
  context: NormalizeContext,
  value: unknown,
  path: ValuePath,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  if (value === undefined || value === null) return undefined;
  const label = path.map(String).join('.');
  if (!isJsonObject(value)) {
    reportError(context, path, `${label} must be a mapping, not ${describeKind(value)}`);
    return undefined;
  }
  const before = context.tally.errors;
  const checked = checkWithSchema(context, { schema, value, path, label: `${label}: ` });
  return context.tally.errors > before ? undefined : (checked as v.InferOutput<TSchema>);
}

/** A list of texts; one text counts as a list of one. */
function textList(context: NormalizeContext, value: unknown, path: ValuePath): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list: unknown = typeof value === 'string' ? [value] : value;
  const label = path.map(String).join('.');
  if (!Array.isArray(list) || list.length === 0) {
    reportError(context, path, `${label} must be a list of strings, not ${Array.isArray(list) ? 'an empty list' : describeKind(value)}`);
    return undefined;
  }
  list.forEach((item: unknown, index) => {
    if (typeof item !== 'string' || item === '') {
      reportError(context, [...path, index], `each entry of ${label} must be a string, not ${describeValue(item)}`);
    }
  });
  return list.filter((item): item is string => typeof item === 'string');
}

function readJudges(context: NormalizeContext, value: unknown, path: ValuePath): JudgesConfig | undefined {
  if (Array.isArray(value) || typeof value === 'string') {
    const panel = textList(context, value, path);
    return panel && { panel };
  }
  const judges = section(context, value, path, JudgesSchema);
  if (!judges) return undefined;
  const panel = judges.panel ?? [];
  if (judges.quorum !== undefined && panel.length > 0 && judges.quorum > panel.length) {
    reportError(context, [...path, 'quorum'], `quorum is ${judges.quorum}, but the panel has ${panel.length} judge${panel.length === 1 ? '' : 's'}`, {
      hint: 'a quorum can be at most the size of the panel',
    });
  }
  if (judges.backup !== undefined && panel.includes(judges.backup)) {
    reportError(context, [...path, 'backup'], `the backup judge ${judges.backup} is on the panel already`, {
      hint: 'name a judge that is not on the panel: it is asked when all of those failed',
    });
  }
  return {
    panel,
    ...(judges.backup === undefined ? {} : { backup: judges.backup }),
    ...(judges.quorum === undefined ? {} : { quorum: judges.quorum }),
  };
}

function readDefaults(context: NormalizeContext, value: unknown): ProjectDefaults {
  const written = section(context, value, ['defaults'], DefaultsSchema);
  if (!written) return {};
  const { target, concurrency, threshold, repeat } = written;
  return {
    ...(target === undefined ? {} : { target }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(written.timeout_seconds === undefined ? {} : { timeoutSeconds: written.timeout_seconds }),
    ...(written.max_retries === undefined ? {} : { maxRetries: written.max_retries }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(repeat === undefined ? {} : { repeat }),
  };
}

function mapping(context: NormalizeContext, value: unknown, key: string, hint: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  reportError(context, [key], `${key} must be a mapping, not ${describeKind(value)}`, { hint });
  return {};
}

function readCollections(context: NormalizeContext, value: unknown): ProjectConfig['collections'] {
  const written = mapping(context, value, 'collections', 'write NAME: [openai:gpt-4o-mini, …]');
  return Object.fromEntries(
    Object.entries(written).map(([name, models]) => [name, textList(context, models, ['collections', name]) ?? []]),
  );
}

function readPrices(context: NormalizeContext, value: unknown): ProjectConfig['prices'] {
  const written = mapping(context, value, 'prices', 'write provider:model: { input: 0.15, output: 0.6 }');
  const prices: Record<string, ModelPrice> = {};
  for (const [model, entry] of Object.entries(written)) {
    const price = section(context, entry, ['prices', model], PriceSchema);
    if (!price) continue;
    const { input, output, cached_input: cachedInput } = price;
    prices[model] = { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
  }
  return prices;
}

function readVerdicts(context: NormalizeContext, value: unknown): VerdictThresholds | undefined {
  const written = section(context, value, ['verdicts'], VerdictsSchema);
  if (!written) return undefined;
  const thresholds: VerdictThresholds = {
    pass: written.pass ?? DEFAULT_VERDICT_THRESHOLDS.pass,
    borderline: written.borderline ?? DEFAULT_VERDICT_THRESHOLDS.borderline,
  };
  if (thresholds.borderline <= thresholds.pass) return thresholds;
  reportError(context, ['verdicts'], `borderline (${thresholds.borderline}) must not be above pass (${thresholds.pass})`, {
    hint: 'set both: a score from borderline up to pass is borderline',
  });
  return undefined;
}

function readAliasPrecedence(context: NormalizeContext, value: unknown): AliasPrecedence | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === 'canonical' || value === 'shorthand') return value;
  reportError(context, ['alias_precedence'], `alias_precedence must be canonical or shorthand, not ${describeValue(value)}`);
  return undefined;
}

/** Reads the root of a `config.yaml`. Everything wrong goes to the context. */
export function readConfig(context: NormalizeContext, root: unknown): ConfigFile {
  if (!isJsonObject(root)) {
    reportError(context, [], `a project configuration must be a mapping, not ${describeKind(root)}`, {
      hint: `known keys: ${[...KEYS].join(', ')}`,
    });
    return {};
  }
  checkKeys(context, root, [], KEYS);
  const written = isJsonObject(root['defaults']) ? root['defaults']['judges'] : undefined;
  const own = readJudges(context, root['judges'], ['judges']);
  const judges = own ?? readJudges(context, written, ['defaults', 'judges']);
  const { targets } = root;
  const list: readonly TargetDefinition[] = Array.isArray(targets) ? readTargets(context, targets, ['targets']) : [];
  if (targets !== undefined && targets !== null && !Array.isArray(targets)) {
    reportError(context, ['targets'], `targets must be a list, not ${describeKind(targets)}`, {
      hint: 'write a list of - name: … and provider: …',
    });
  }
  return {
    defaults: readDefaults(context, root['defaults']),
    ...(judges ? { judges } : {}),
    targets: list,
    collections: readCollections(context, root['collections']),
    guidelinePatterns: textList(context, root['guideline_patterns'], ['guideline_patterns']),
    aliasPrecedence: readAliasPrecedence(context, root['alias_precedence']),
    prices: readPrices(context, root['prices']),
    verdicts: readVerdicts(context, root['verdicts']),
  };
}
