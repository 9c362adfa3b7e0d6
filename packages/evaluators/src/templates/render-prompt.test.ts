import { describe, expect, test } from 'vitest';
import { makeCase, makeResponse } from '../../test/evaluation-input.js';
import { JUDGE_PROMPT } from '../evaluators/llm-judge/judge-prompt.js';
import { caseVariables } from './case-variables.js';
import { renderPrompt } from './render-prompt.js';

const place = { directory: '/', projectRoot: '/' };

async function rendered(prompt: string, vars?: Record<string, string>): Promise<string> {
  const evalCase = makeCase({ metadata: { lang: 'en' }, ...(vars ? { vars } : {}) });
  return (await renderPrompt(prompt, JUDGE_PROMPT, place, caseVariables(evalCase, makeResponse()), new AbortController().signal)).prompt;
}

describe('names that prompts of AgentV have', () => {
  test.each([
    ['input', 'What is 2+2?'],
    ['criteria', 'Says that 2 + 2 is 4'],
    ['expected_output', 'It is 4.'],
    ['output', 'The answer is 4.'],
    ['metadata_json', '{"lang":"en"}'],
    ['metadata', '{\n  "lang": "en"\n}'],
  ])('%s', async (name, value) => {
    expect(await rendered(`Grade: {{ ${name} }}`)).toContain(value);
  });

  test('a prompt that shows the output so is not followed by it again', async () => {
    expect((await rendered('Grade {{ output }}')).split('The answer is 4.')).toHaveLength(2);
  });

  test('a variable of the case is meant before them, and shows no reply', async () => {
    const prompt = await rendered('Grade {{ output }}', { output: 'of the case' });
    expect(prompt).toContain('of the case');
    expect(prompt).toContain('The answer is 4.');
  });

  test('other names are errors that tell the names to use', async () => {
    await expect(rendered('{{ tool_calls }}')).rejects.toThrow('uses an unknown variable "tool_calls"; known are: question,');
  });
});

describe('what was done to files', () => {
  const shown = async (prompt: string | undefined, fileChanges?: string): Promise<string> =>
    (await renderPrompt(prompt, JUDGE_PROMPT, place, caseVariables(makeCase(), makeResponse({ fileChanges })), new AbortController().signal)).prompt;

  test('stands in the built-in prompt where there were files to work on, and leaves it as it is where there were none', async () => {
    expect(await shown(undefined, '+a')).toMatch(/a part of its answer[^]*<file-changes-[0-9a-f]+>\n\+a\n<\/file-changes-/u);
    const without = await shown(undefined);
    expect(without).not.toMatch(/file|\{%/u);
    expect(without).toMatch(/The answer is 4\.\n<\/candidate-turns-[0-9a-f]+>\n\nName as hits/u);
  });

  test('is enough of a reply for a prompt that shows it, if there is something to show', async () => {
    expect(await shown('Grade {{ file_changes }}', '+a')).not.toContain('The answer is 4.');
    expect(await shown('Grade {{ file_changes }}')).toContain('The answer is 4.');
  });
});
