import {
  type AliasPrecedence,
  checkKeys,
  DEFAULT_VERDICT_THRESHOLDS,
  describeKind,
  describeValue,
  isJsonObject,
  type JsonObject,
  type ModelPrice,
  type NormalizeContext,
  reportError,
  type SettingDefinition,
  type SourceLocation,
  type VerdictThresholds,
  type WrittenTarget,
} from '@assay/schema';
import { readFlag } from '../fields/flag.js';
import { readSharedTargets } from '../targets/read-target.js';
import { readModelAliases } from './read-model-aliases.js';
import { readAllowedHost, type AllowedHost } from './allowed-host.js';
import { readGlobs, readSection, readTexts } from './config-section.js';
import { budgetSchema, defaultsSchema, PriceSchema, VerdictsSchema } from './config-schema.js';
import type { ProjectConfig, ProjectDefaults } from './project-config.js';
import { readJudges } from './read-judges.js';
import { readReports } from './read-reports.js';

/** What one `config.yaml` says. */
export interface ConfigFile extends Partial<Omit<ProjectConfig, 'root' | 'files' | 'ownFiles' | 'env' | 'envSource' | 'untrusted' | 'allowHosts'>> {
  readonly untrusted?: boolean | undefined;
  readonly allowHosts?: readonly (AllowedHost & { readonly location: SourceLocation })[] | undefined;
}

const KEYS: ReadonlySet<string> = new Set([
  'defaults', 'judges', 'targets', 'collections', 'embeddings', 'guideline_patterns', 'alias_precedence', 'model_aliases', 'prices', 'budgets', 'verdicts',
  'reports', 'rubric_required', 'untrusted', 'allow_hosts',
  '$schema', 'version', 'description',
]);

/** What people write who come from elsewhere, and what to write instead. */
const HINTS: Readonly<Record<string, string>> = {
  execution: 'write it under defaults: { concurrency: 4 }',
  eval_patterns: 'name files, folders or globs on the command line: assay run evals/',
  hooks: 'do it before assay run',
};

function readDefaults(context: NormalizeContext, value: unknown, settings: readonly SettingDefinition[] | undefined): ProjectDefaults {
  const written = readSection(context, value, ['defaults'], defaultsSchema(settings));
  if (!written) return { settings: {} };
  const { target, judges: _, ...others } = written;
  return {
    ...(target === undefined ? {} : { target, targetLocation: context.locate(['defaults', 'target']) }),
    settings: others,
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
    Object.entries(written).map(([name, models]) => [name, readTexts(context, models, ['collections', name]) ?? []]),
  );
}

/** What a price can be found by: a model with its provider, or an ending that is left open. */
const PRICED = /^[^:]+:.|\*$/u;

function readPrices(context: NormalizeContext, value: unknown): ProjectConfig['prices'] {
  const written = mapping(context, value, 'prices', 'write provider:model: { input: 0.15, output: 0.6 }');
  const prices: Record<string, ModelPrice> = {};
  for (const [model, entry] of Object.entries(written)) {
    if (!PRICED.test(model)) {
      reportError(context, ['prices', model], `prices: "${model}" is no provider:model, so it is the price of no model`, {
        which: 'key',
        hint: `write the provider before the model, with a colon: "${model.includes('/') ? model.replace('/', ':') : `openai:${model.replaceAll(':', '') || 'gpt-4o-mini'}`}"`,
      });
      continue;
    }
    const price = readSection(context, entry, ['prices', model], PriceSchema);
    if (!price) continue;
    const { input, output, cached_input: cachedInput } = price;
    prices[model] = { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
  }
  return prices;
}

function readBudgets(context: NormalizeContext, value: unknown, settings: readonly SettingDefinition[] | undefined): ProjectConfig['budgets'] {
  const written = mapping(context, value, 'budgets', 'write the name of a suite with its limits: { max_cost: 5 }');
  const schema = budgetSchema(settings);
  const budgets = Object.entries(written).flatMap(([suite, entry]) => {
    const limits = readSection(context, entry, ['budgets', suite], schema);
    return limits ? [[suite, limits] as const] : [];
  });
  return Object.fromEntries(budgets);
}

function readVerdicts(context: NormalizeContext, value: unknown): VerdictThresholds | undefined {
  const written = readSection(context, value, ['verdicts'], VerdictsSchema);
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

function readEmbeddings(context: NormalizeContext, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value;
  reportError(context, ['embeddings'], `embeddings must be the name of a target or provider:model, not ${describeValue(value)}`, {
    hint: 'for example: embeddings: openai:text-embedding-3-small',
  });
  return undefined;
}

function readAllowHosts(context: NormalizeContext, value: unknown): ConfigFile['allowHosts'] {
  return readTexts(context, value, ['allow_hosts'])?.flatMap((text, index) => {
    const path = Array.isArray(value) ? ['allow_hosts', index] : ['allow_hosts'];
    const allowed = readAllowedHost(text);
    if (allowed) return [{ ...allowed, location: context.locate(path) }];
    reportError(context, path, `allow_hosts: ${describeValue(text)} is no host`, { hint: 'write HOST or HOST:PORT, e.g. models.example.com:8443' });
    return [];
  });
}

/**
 * Reads the root of a `config.yaml`. Everything wrong goes to the context.
 * @param settings what may stand under `defaults:`; without it anything may.
 */
export function readConfig(context: NormalizeContext, root: unknown, settings?: readonly SettingDefinition[]): ConfigFile {
  if (!isJsonObject(root)) {
    reportError(context, [], `a project configuration must be a mapping, not ${describeKind(root)}`, {
      hint: `known keys: ${[...KEYS].join(', ')}`,
    });
    return {};
  }
  checkKeys(context, root, [], KEYS, { hints: HINTS });
  const written = isJsonObject(root['defaults']) ? root['defaults']['judges'] : undefined;
  const own = readJudges(context, root['judges'], ['judges']);
  const judges = own ?? readJudges(context, written, ['defaults', 'judges']);
  const collections = readCollections(context, root['collections']);
  const modelAliases = readModelAliases(context, root['model_aliases']);
  const prices = readPrices(context, root['prices']);
  const budgets = readBudgets(context, root['budgets'], settings);
  const embeddings = readEmbeddings(context, root['embeddings']);
  const { targets } = root;
  const list: readonly WrittenTarget[] = Array.isArray(targets) ? readSharedTargets(context, targets, ['targets']) : [];
  if (targets !== undefined && targets !== null && !Array.isArray(targets)) {
    reportError(context, ['targets'], `targets must be a list, not ${describeKind(targets)}`, {
      hint: 'write a list of - name: … and provider: …',
    });
  }
  return {
    defaults: readDefaults(context, root['defaults'], settings),
    ...(judges ? { judges } : {}),
    targets: list,
    collections,
    collectionLocations: Object.fromEntries(
      Object.keys(collections).map((name) => [name, context.locate(['collections', name], 'key')]),
    ),
    ...(embeddings === undefined ? {} : { embeddings, embeddingsLocation: context.locate(['embeddings']) }),
    guidelinePatterns: readGlobs(context, root['guideline_patterns'], ['guideline_patterns']),
    aliasPrecedence: readAliasPrecedence(context, root['alias_precedence']),
    modelAliases,
    modelAliasLocations: Object.fromEntries(
      Object.keys(modelAliases).map((name) => [name, context.locate(['model_aliases', name], 'key')]),
    ),
    prices,
    priceLocations: Object.fromEntries(Object.keys(prices).map((model) => [model, context.locate(['prices', model], 'key')])),
    budgets,
    budgetLocations: Object.fromEntries(Object.keys(budgets).map((name) => [name, context.locate(['budgets', name], 'key')])),
    verdicts: readVerdicts(context, root['verdicts']),
    reports: readReports(context, root['reports']),
    rubricRequired: readFlag(context, root, [], 'rubric_required'),
    untrusted: readFlag(context, root, [], 'untrusted'),
    allowHosts: readAllowHosts(context, root['allow_hosts']),
  };
}
