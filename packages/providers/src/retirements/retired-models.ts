/** The end of a model at its own provider. */
export interface RetiredModel {
  /** First day on which its provider does not answer for it any more, ISO 8601. */
  readonly retired: string;
  /** What its provider says to use instead, of the same provider. May be retired in its turn. */
  readonly successor: string;
}

interface Retirements {
  /** Day on which the announcements were read, ISO 8601. */
  readonly date: string;
  /** By provider and model, without `-latest` and without the date of a snapshot, unless only that one ended. */
  readonly models: Readonly<Record<string, RetiredModel>>;
}

function retired(day: string, successor: string, models: readonly string[]): Record<string, RetiredModel> {
  return Object.fromEntries(models.map((model) => [model, { retired: day, successor }]));
}

function of(provider: string, ...lists: readonly Record<string, RetiredModel>[]): Record<string, RetiredModel> {
  const all = lists.flatMap((list) => Object.entries(list));
  return Object.fromEntries(all.map(([model, end]) => [`${provider}:${model}`, end]));
}

/** Models that their providers have retired, and those whose end is announced. */
export const RETIRED_MODELS: Retirements = {
  date: '2026-11-22',
  models: {
    ...of(
      'anthropic',
      retired('2024-11-06', 'claude-haiku-4-5', ['claude-instant-1', 'claude-instant-1.1', 'claude-instant-1.2']),
      retired('2024-11-06', 'claude-haiku-4-5', ['claude-1', 'claude-1.0', 'claude-1.1', 'claude-1.2', 'claude-1.3']),
      retired('2025-07-21', 'claude-sonnet-4-6', ['claude-2', 'claude-2.0', 'claude-2.1', 'claude-3-sonnet']),
      retired('2025-10-28', 'claude-sonnet-4-6', ['claude-3-5-sonnet']),
      retired('2026-01-05', 'claude-opus-4-8', ['claude-3-opus']),
      retired('2026-02-19', 'claude-sonnet-4-6', ['claude-3-7-sonnet']),
      retired('2026-02-19', 'claude-haiku-4-5', ['claude-3-5-haiku']),
      retired('2026-04-20', 'claude-haiku-4-5', ['claude-3-haiku']),
      retired('2026-06-15', 'claude-sonnet-4-6', ['claude-sonnet-4', 'claude-sonnet-4-0']),
      retired('2026-06-15', 'claude-opus-4-8', ['claude-opus-4', 'claude-opus-4-0']),
      retired('2026-08-05', 'claude-opus-4-8', ['claude-opus-4-1']),
      retired('2026-11-30', 'claude-sonnet-5-5', ['claude-sonnet-4-5']),
    ),
    ...of(
      'openai',
      retired('2025-07-14', 'gpt-4.1', ['gpt-4.5-preview']),
      retired('2025-07-28', 'o3', ['o1-preview']),
      retired('2025-10-27', 'o4-mini', ['o1-mini']),
      retired('2026-02-17', 'gpt-5.1-chat-latest', ['chatgpt-4o-latest']),
      retired('2026-07-23', 'gpt-5.3-chat-latest', ['gpt-5-chat-latest', 'gpt-5.1-chat-latest']),
      retired('2026-07-23', 'gpt-5.4', ['gpt-5-codex', 'gpt-5.1-codex', 'gpt-5.1-codex-max', 'gpt-5.2-codex']),
      retired('2026-07-23', 'gpt-5.4-mini', ['gpt-5.1-codex-mini']),
      retired('2026-10-23', 'gpt-5.6-terra', ['gpt-3.5-turbo', 'gpt-3.5-turbo-0125', 'o4-mini']),
      retired('2026-10-23', 'gpt-5.6-sol', ['gpt-4', 'gpt-4-0613', 'gpt-4-turbo', 'gpt-4-1106-preview']),
      retired('2026-10-23', 'gpt-5.6-sol', ['gpt-4o-2024-05-13', 'o1', 'o1-pro', 'o3-mini']),
      retired('2026-10-23', 'gpt-5.6-luna', ['gpt-4.1-nano']),
      retired('2026-12-11', 'gpt-5.6-sol', ['gpt-5', 'gpt-5-pro', 'o3', 'o3-pro']),
      retired('2026-12-11', 'gpt-5.6-terra', ['gpt-5-mini']),
      retired('2026-12-11', 'gpt-5.6-luna', ['gpt-5-nano']),
      retired('2027-01-14', 'gpt-6-luna', ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini']),
    ),
    ...of(
      'google',
      retired('2025-05-27', 'gemini-3.1-pro-preview', ['gemini-1.5-pro-001']),
      retired('2025-05-27', 'gemini-3.5-flash', ['gemini-1.5-flash-001']),
      retired('2025-09-29', 'gemini-3.1-pro-preview', ['gemini-1.5-pro']),
      retired('2025-09-29', 'gemini-3.5-flash', ['gemini-1.5-flash']),
      retired('2025-09-29', 'gemini-3.1-flash-lite', ['gemini-1.5-flash-8b']),
      retired('2025-12-02', 'gemini-3.1-pro-preview', [
        'gemini-2.5-pro-preview-03-25',
        'gemini-2.5-pro-preview-05-06',
        'gemini-2.5-pro-preview-06-05',
      ]),
      retired('2026-03-09', 'gemini-3.1-pro-preview', ['gemini-3-pro-preview']),
      retired('2026-06-01', 'gemini-3.5-flash', ['gemini-2.0-flash']),
      retired('2026-06-01', 'gemini-3.1-flash-lite', ['gemini-2.0-flash-lite']),
      retired('2026-12-01', 'gemini-3.8-flash', ['gemini-2.5-pro']),
      retired('2026-12-01', 'gemini-3.5-flash-lite', ['gemini-2.5-flash']),
    ),
    ...of(
      'mistral',
      retired('2025-03-30', 'ministral-8b-latest', ['open-mistral-7b']),
      retired('2025-03-30', 'mistral-small-latest', ['open-mixtral-8x7b', 'open-mixtral-8x22b']),
      retired('2025-06-16', 'mistral-medium-latest', ['mistral-medium-2312']),
      retired('2025-06-16', 'mistral-large-latest', ['mistral-large-2402']),
      retired('2025-06-16', 'mistral-small-latest', ['mistral-small-2402']),
      retired('2025-11-30', 'codestral-latest', ['codestral-2501']),
      retired('2025-12-31', 'ministral-14b-latest', ['pixtral-12b-2409']),
      retired('2026-05-31', 'mistral-medium-latest', ['mistral-large-2411', 'pixtral-large-2411', 'pixtral-large-latest']),
      retired('2026-07-31', 'ministral-8b-latest', ['open-mistral-nemo', 'open-mistral-nemo-2407']),
      retired('2026-07-31', 'mistral-medium-latest', ['devstral-2512', 'magistral-medium-2509']),
      retired('2026-08-31', 'mistral-medium-latest', ['mistral-medium-2505', 'mistral-medium-2508']),
    ),
  },
};
