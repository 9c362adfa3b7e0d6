import { describe, expect, test } from 'vitest';
import { parseModelString } from './model-string.js';

describe('parseModelString', () => {
  test.each([
    ['openai:gpt-4o-mini', 'openai', 'gpt-4o-mini'],
    ['anthropic:claude-3.5-haiku', 'anthropic', 'claude-3.5-haiku'],
    ['openrouter:google/gemini-2.0-flash:free', 'openrouter', 'google/gemini-2.0-flash:free'],
    ['ollama:qwen2.5:0.5b', 'ollama', 'qwen2.5:0.5b'],
    ['openai-compatible:m', 'openai-compatible', 'm'],
    ['together:Qwen/QwQ-32B', 'together', 'Qwen/QwQ-32B'],
  ])('%s splits at the first colon', (text, provider, model) => {
    expect(parseModelString(text)).toEqual({ provider, model });
  });

  test.each([
    ['openai: gpt-4o', 'openai:gpt-4o'],
    ['openai :gpt-4o', 'openai:gpt-4o'],
    [' openai:gpt-4o\n', 'openai:gpt-4o'],
    ['OpenAI:gpt-4o', 'openai:gpt-4o'],
    ['openrouter: google / gemini : free', 'openrouter:google/gemini:free'],
  ])('%j is corrected to %s, and says so', (text, corrected) => {
    const parsed = parseModelString(text);
    expect(parsed?.corrected).toBe(corrected);
    expect(`${parsed?.provider}:${parsed?.model}`).toBe(corrected);
  });

  test('the case of the model is its own', () => {
    expect(parseModelString('together:Qwen/QwQ')?.model).toBe('Qwen/QwQ');
  });

  test.each(['', 'gpt-4o', 'openai:', ':gpt-4o', 'openai: ', 'openai:gpt 4o', '4:a', 'open ai:gpt', 'CORE', 'a:b\nc'])(
    '%j is no model string',
    (text) => {
      expect(parseModelString(text)).toBeUndefined();
    },
  );

  test('a long hostile text is refused without hanging', () => {
    expect(parseModelString(`a:${'b '.repeat(20_000)}`)).toBeUndefined();
    expect(parseModelString(`a${' '.repeat(50_000)}b`)).toBeUndefined();
  });
});
