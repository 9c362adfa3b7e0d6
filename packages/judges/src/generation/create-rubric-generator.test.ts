import { messageText, ProviderError, type GenerateRequest, type Provider } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createRubricGenerator, type RubricRequest } from './create-rubric-generator.js';

const LINES = ['Names Paris', 'Is short', 'Is polite'].map((description, index) => ({ id: `l${index}`, description, weight: 1, required: false }));
const GOOD = JSON.stringify({ rubrics: LINES });
const REQUEST: RubricRequest = {
  expectedOutcome: 'Names the capital',
  input: [{ role: 'user', content: 'Capital of France?' }],
  referenceAnswer: 'Paris.',
};

/** A provider that gives one reply after the other, and what it was asked. */
function scripted(...replies: readonly (string | Error)[]) {
  const asked: GenerateRequest[] = [];
  const provider: Provider = {
    name: 'p',
    provider: 'scripted',
    structuredOutput: true,
    async generate(request) {
      const reply = replies[asked.length] ?? '';
      asked.push(request);
      if (reply instanceof Error) throw reply;
      return { text: reply, messages: [], toolCalls: [], latencyMs: 1, usage: { inputTokens: 10, outputTokens: 5 }, costUsd: 0.5 };
    },
  };
  const generate = (request = REQUEST, signal = new AbortController().signal) => createRubricGenerator({ provider }).generate(request, { signal });
  return { asked, generate };
}

const said = (request: GenerateRequest | undefined): string => messageText(request?.messages[1]?.content);

test('the model sees outcome, input and reference answer, each in its fence, and is asked for JSON at temperature 0', async () => {
  const { asked, generate } = scripted(GOOD);
  expect((await generate()).lines).toEqual(LINES.map(({ id, description, weight }) => ({ id, description, weight })));
  const [request] = asked;
  expect(request).toMatchObject({ temperature: 0, responseFormat: { name: 'rubric' } });
  for (const [name, text] of [['conversation', 'Capital of France?'], ['reference-answer', 'Paris.'], ['expected-outcome', 'Names the capital']]) {
    expect(said(request)).toMatch(new RegExp(`<${name}-([0-9a-f]+)>\n${text?.replaceAll(/[.?]/gu, '\\$&')}\n</${name}-\\1>`, 'u'));
  }
});

test('what is not given has no fence', async () => {
  const { asked, generate } = scripted(GOOD);
  await generate({ expectedOutcome: 'x', input: REQUEST.input });
  expect(said(asked[0])).not.toContain('reference-answer');
});

test('a reply that cannot be used is asked for once more with what was wrong; tokens and cost add up', async () => {
  const { asked, generate } = scripted('No.', GOOD);
  const result = await generate();
  expect(result.lines).toHaveLength(3);
  expect(result).toMatchObject({ usage: { inputTokens: 20, outputTokens: 10 }, costUsd: 1 });
  expect(said(asked[1])).toContain('Your last answer could not be used: it holds no JSON with a list of lines.');
  expect(asked[1]?.attempt).toBe(2);
});

describe('no rubric is an error, never an empty one', () => {
  test('after two unusable replies', async () => {
    const { asked, generate } = scripted('No.', '{"rubrics": []}', GOOD);
    const result = await generate();
    expect(asked).toHaveLength(2);
    expect(result.lines).toBeUndefined();
    expect(result.error).toMatchObject({ code: 'bad_reply', message: 'the reply is unusable: it has 0 lines, not 3 to 6; it begins "{"rubrics": []}"' });
  });

  test('when the request fails', async () => {
    const { generate } = scripted(new ProviderError('no such model', { kind: 'bad_request', target: 'p' }), new ProviderError('no such model', { kind: 'bad_request', target: 'p' }));
    expect(await generate()).toMatchObject({ error: { message: expect.stringContaining('no such model') } });
  });

  test('an abort rejects', async () => {
    const { asked, generate } = scripted(GOOD);
    await expect(generate(REQUEST, AbortSignal.abort(new TypeError('stop')))).rejects.toThrow('stop');
    expect(asked).toHaveLength(0);
  });
});
