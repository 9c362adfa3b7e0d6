import { describe, expect, test } from 'vitest';
import { findRetirement } from './find-retirement.js';
import { RETIRED_MODELS } from './retired-models.js';

const TODAY = '2026-11-22';

describe('findRetirement', () => {
  test.each([
    ['anthropic', 'claude-3.5-haiku', '2026-02-19', 'claude-haiku-4-5'],
    ['claude', 'claude-3-5-haiku-20241022', '2026-02-19', 'claude-haiku-4-5'],
    ['anthropic', 'claude-3-5-haiku-latest', '2026-02-19', 'claude-haiku-4-5'],
    ['anthropic', 'claude-sonnet-4-20250514', '2026-06-15', 'claude-sonnet-4-6'],
    ['openai', 'GPT-4', '2026-10-23', 'gpt-5.6-sol'],
    ['openai', 'o1-2024-12-17', '2026-10-23', 'gpt-5.6-sol'],
    ['google', 'models/gemini-2.0-flash-001', '2026-06-01', 'gemini-3.5-flash'],
    ['google', 'gemini-1.5-flash-001', '2025-05-27', 'gemini-3.5-flash'],
    ['google', 'gemini-1.5-flash-002', '2025-09-29', 'gemini-3.5-flash'],
    ['mistral', 'mistral-large-2402', '2025-06-16', 'mistral-large-latest'],
    ['mistral', 'mistral-large-2411', '2026-05-31', 'mistral-medium-latest'],
    ['mistral', 'open-mistral-nemo', '2026-07-31', 'ministral-8b-latest'],
  ])('%s:%s', (provider, model, retired, successor) => {
    expect(findRetirement(provider, model, TODAY)).toEqual({ retired, successor });
  });

  test('a successor that is retired itself is passed over', () => {
    expect(findRetirement('openai', 'o1-mini', TODAY)?.successor).toBe('gpt-5.6-terra');
    expect(findRetirement('openai', 'o1-mini', '2026-01-01')?.successor).toBe('o4-mini');
  });

  test.each([
    ['openai', 'gpt-4o-2024-11-20'],
    ['openai', 'gpt-4.1'],
    ['openai', 'gpt-5.4'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['anthropic', 'claude-haiku-4-5'],
    ['openrouter', 'anthropic/claude-3.5-haiku'],
    ['azure', 'gpt-4'],
    ['openai-compatible', 'toString'],
  ])('%s:%s is not retired', (provider, model) => {
    expect(findRetirement(provider, model, TODAY)).toBeUndefined();
  });

  test('an end that is announced counts from its day on', () => {
    expect(findRetirement('openai', 'gpt-4o-mini', '2027-01-13')).toBeUndefined();
    expect(findRetirement('openai', 'gpt-4o-mini', '2027-01-14')?.successor).toBe('gpt-6-luna');
  });
});

describe('the table', () => {
  test('has real days, and no successor that leads back', () => {
    for (const [key, { retired, successor }] of Object.entries(RETIRED_MODELS.models)) {
      expect(new Date(retired).toISOString().slice(0, 10)).toBe(retired);
      expect(successor).not.toContain(':');
      const [provider = '', model = ''] = key.split(':');
      expect(findRetirement(provider, model, '9999-12-31')?.successor).not.toBe(model);
    }
  });
});
