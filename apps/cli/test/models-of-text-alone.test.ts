import { describe, expect, test } from 'vitest';
import { askedTarget, HELLO } from './support/projects/asked-target.js';

const LOOK = '[{role: user, content: [{type: text, value: Look}, {type: file, value: pic.png}]}]';
const files = { 'pic.png': Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1') };

describe('a model that is given text alone is not asked about a file by its mere name', () => {
  test.each([
    ['the older format of completions', 'openai-compatible', ', format: completions', HELLO.chat],
    ['the same without marks of turns', 'openai-compatible', ', format: completions, prompt_format: raw', HELLO.chat],
    ['an endpoint that writes text', 'huggingface', ', task_type: text-generation', HELLO.huggingface],
    ['an endpoint that classifies', 'huggingface', ', task_type: text-classification', [[{ label: 'hello', score: 1 }]]],
  ])('%s', async (_, provider, options, answer) => {
    const { exitCode, row, requests } = await askedTarget({ provider, options, answer, input: LOOK, files });
    expect(row).toMatchObject({
      score: null,
      error: { code: 'bad_request', message: expect.stringContaining('cannot send the file pic.png (image/png): the model is given text only'), hint: expect.stringContaining('take the file out of the case') },
    });
    expect(exitCode).toBe(3);
    expect(requests).toEqual([]);
  });

  test('a classifier is asked about the text of the case where that says which', async () => {
    const suite = `${LOOK}, plain_input: hello`;
    const { row, sent } = await askedTarget({ provider: 'huggingface', options: ', task_type: text-classification', answer: [[{ label: 'hello', score: 1 }]], input: suite, files });
    expect(row).toMatchObject({ score: 1 });
    expect(sent).toEqual({ inputs: 'hello' });
  });
});

describe('completions have the tools that the assistant called', () => {
  const CALLS = '[{role: user, content: Weather?}, {role: assistant, content: Wait., tool_calls: [{tool: weather, input: {city: Rome}}, {tool: time, input: {}, output: noon}]}, {role: tool, content: sunny}, {role: user, content: And?}]';

  test.each([
    ['conversational', 'User: Weather?\n\nAssistant: Wait.\n[tool call] weather({"city":"Rome"})\n[tool call] time({})\n[tool result] noon\n\nTool: sunny\n\nUser: And?\n\nAssistant:'],
    ['raw', 'Weather?\n\nWait.\n[tool call] weather({"city":"Rome"})\n[tool call] time({})\n[tool result] noon\n\nsunny\n\nAnd?'],
  ])('%s', async (format, prompt) => {
    const { sent } = await askedTarget({ provider: 'openai-compatible', options: `, format: completions, prompt_format: ${format}`, input: CALLS });
    expect(sent).toEqual({ model: 'm', prompt });
  });
});
