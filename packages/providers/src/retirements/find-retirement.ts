import { RETIRED_MODELS, type RetiredModel } from './retired-models.js';

/** What became of a model that its provider does not answer for any more. */
export interface Retirement {
  /** Day of its end, ISO 8601. */
  readonly retired: string;
  /** The model to use instead, which is not retired itself. */
  readonly successor: string;
}

const PROVIDERS: Readonly<Record<string, string>> = { claude: 'anthropic', gemini: 'google', 'google-genai': 'google' };

/** A date, `latest` or a number of Google's at the end of a name says which snapshot of a model is meant. */
const SNAPSHOT = /-(?:latest|20\d{6}|20\d\d-\d\d-\d\d|00\d)$/u;

/** Versions of Claude are also written with a dot, as other places do: `claude-3.5-haiku`. */
function spellings(provider: string, model: string): readonly string[] {
  const bare = model.replace(/^models\//u, '').toLowerCase();
  const dashed = provider === 'anthropic' ? bare.replaceAll('.', '-') : bare;
  return [bare, dashed, bare.replace(SNAPSHOT, ''), dashed.replace(SNAPSHOT, '')];
}

function endOf(provider: string, model: string): RetiredModel | undefined {
  for (const name of spellings(provider, model)) {
    const key = `${provider}:${name}`;
    if (Object.hasOwn(RETIRED_MODELS.models, key)) return RETIRED_MODELS.models[key];
  }
  return undefined;
}

/**
 * The end of a model at its own provider, if it has come; undefined for models that are answered
 * for, and for those that nothing is known of.
 * @param today ISO 8601; default: the day by the clock.
 */
export function findRetirement(
  provider: string,
  model: string,
  today: string = new Date().toISOString().slice(0, 10),
): Retirement | undefined {
  const name = PROVIDERS[provider] ?? provider;
  const first = endOf(name, model);
  if (!first || first.retired > today) return undefined;
  let { successor } = first;
  for (let next = endOf(name, successor); next && next.retired <= today; next = endOf(name, successor)) {
    successor = next.successor;
  }
  return { retired: first.retired, successor };
}
