import { parseModelString } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { DEFAULT_BACKUP, DEFAULT_JUDGES } from './default-judges.js';

describe('default judges', () => {
  test('are the two of the blueprint format', () => {
    expect(DEFAULT_JUDGES).toEqual([
      {
        id: 'holistic-qwen3-30b-a3b-instruct-2507',
        model: 'openrouter:qwen/qwen3-30b-a3b-instruct-2507',
        approach: 'holistic',
      },
      {
        id: 'holistic-openai-gpt-oss-120b',
        model: 'openrouter:openai/gpt-oss-120b',
        approach: 'holistic',
      },
    ]);
  });

  test('have anthropic:claude-3.5-haiku with the holistic approach as their backup', () => {
    expect(DEFAULT_BACKUP).toMatchObject({ model: 'anthropic:claude-3.5-haiku', approach: 'holistic' });
    expect(DEFAULT_JUDGES.map((judge): string => judge.id)).not.toContain(DEFAULT_BACKUP.id);
  });

  test('are written as provider:model', () => {
    for (const { model } of [...DEFAULT_JUDGES, DEFAULT_BACKUP]) {
      expect(parseModelString(model)).toBeDefined();
      expect(parseModelString(model)?.corrected).toBeUndefined();
    }
  });
});
