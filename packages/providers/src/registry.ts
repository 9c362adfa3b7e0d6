import { ConfigError, nearestMatch, type ProviderDefinition } from '@assay/schema';

interface ProviderModule {
  readonly provider: ProviderDefinition;
}

/** Every provider, one line each. Nothing is loaded until it is asked for. */
const PROVIDERS = {
  anthropic: () => import('./anthropic.js'),
  azure: () => import('./azure.js'),
  cli: () => import('./cli.js'),
  google: () => import('./google.js'),
  huggingface: () => import('./huggingface.js'),
  mistral: () => import('./mistral.js'),
  mock: () => import('./mock.js'),
  ollama: () => import('./ollama.js'),
  openai: () => import('./openai.js'),
  'openai-compatible': () => import('./openai-compatible.js'),
  openrouter: () => import('./openrouter.js'),
  replay: () => import('./replay.js'),
  together: () => import('./together.js'),
  xai: () => import('./xai.js'),
} as const satisfies Readonly<Record<string, () => Promise<ProviderModule>>>;

/** Other names, so that finding one loads one module only. A test compares them with the definitions. */
const ALIASES: Readonly<Record<string, keyof typeof PROVIDERS>> = {
  claude: 'anthropic',
  'azure-openai': 'azure',
  azure_openai: 'azure',
  custom: 'openai-compatible',
  gemini: 'google',
  'google-genai': 'google',
  openai_compatible: 'openai-compatible',
  recording: 'replay',
  togetherai: 'together',
};

/** Names of all providers, without aliases. */
export const providerNames: readonly string[] = Object.keys(PROVIDERS);

function isProviderName(name: string): name is keyof typeof PROVIDERS {
  return Object.hasOwn(PROVIDERS, name);
}

/**
 * The provider with this name or alias. Loads its definition only, no SDK.
 * @throws ConfigError for an unknown name, with the nearest one and the list.
 */
export async function loadProvider(name: string): Promise<ProviderDefinition> {
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  const found = known ?? name;
  if (isProviderName(found)) {
    const loaded: ProviderModule = await PROVIDERS[found]();
    return loaded.provider;
  }
  const near = nearestMatch(name, [...providerNames, ...Object.keys(ALIASES)]);
  throw new ConfigError(`unknown provider "${name}"`, {
    hint: `${near === undefined ? '' : `did you mean "${near}"? `}providers: ${providerNames.join(', ')}`,
  });
}

/** All definitions, for validation, lists and docs. */
export function providerDefinitions(): Promise<readonly ProviderDefinition[]> {
  return Promise.all(providerNames.map(loadProvider));
}
