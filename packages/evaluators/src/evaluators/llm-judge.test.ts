import type { JudgeRequest } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase, makeResponse, problems } from '../../test/evaluation-input.js';
import { panelResult, scriptedPanel } from '../../test/scripted-panel.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { llmJudge } from './llm-judge.js';

function promptOf(request: JudgeRequest | undefined): string {
  return request?.kind === 'prompt' ? request.prompt : '';
}

describe('llm_judge', () => {
  test('asks with the built-in prompt, which shows goal, reference and answer', async () => {
    const panel = scriptedPanel(() => panelResult(0.9, { hits: ['says 4'] }));
    const score = await evaluateWith(llmJudge, {}, { services: panel });
    expect(score).toMatchObject({ score: 0.9, hits: ['says 4'], reasoning: 'worth 0.9', judgeCostUsd: 0.001 });
    expect(panel.requests).toMatchObject([{ kind: 'prompt', scale: 'unit' }]);
    expect(panel.models).toEqual([undefined]);
    const prompt = promptOf(panel.requests[0]);
    for (const text of ['What is 2+2?', 'Says that 2 + 2 is 4', 'It is 4.', 'The answer is 4.'])
      expect(prompt).toContain(text);
    expect(prompt).not.toContain('<guidelines>');
  });

  test('leaves out of the built-in prompt what a case does not have', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    await evaluateWith(llmJudge, {}, { services: panel, evalCase: makeCase({ expectedMessages: [] }) });
    expect(promptOf(panel.requests[0])).not.toContain('<reference_answer>');
  });

  test('fills in an inline prompt', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    await evaluateWith(llmJudge, { prompt: 'Is "{{candidate_answer}}" polite?' }, { services: panel });
    expect(promptOf(panel.requests[0])).toBe('Is "The answer is 4." polite?');
  });

  test('fills in a prompt file, relative to the suite', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    const directory = await temporaryFolder({ 'prompts/p.md': 'Q: {{ question }} A: {{ candidate_answer }}' });
    await evaluateWith(llmJudge, { prompt: 'prompts/p.md' }, { services: { ...panel, directory } });
    expect(promptOf(panel.requests[0])).toBe('Q: What is 2+2? A: The answer is 4.');
  });

  test('a prompt that does not show the answer is followed by it', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    await evaluateWith(llmJudge, { prompt: 'Is it polite?' }, { services: panel });
    const prompt = promptOf(panel.requests[0]);
    expect(prompt.startsWith('Is it polite?')).toBe(true);
    expect(prompt).toContain('<candidate_answer>\nThe answer is 4.\n</candidate_answer>');
  });

  test('an answer that looks like a template is shown as it is', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    const response = makeResponse({ text: '{{ reference_answer }}{% raw %}' });
    await evaluateWith(llmJudge, { prompt: '[{{ candidate_answer }}]' }, { services: panel, response });
    expect(promptOf(panel.requests[0])).toBe('[{{ reference_answer }}{% raw %}]');
  });

  test('asks the judges that the entry names', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    await evaluateWith(llmJudge, { model: 'openai:gpt-4' }, { services: panel });
    await evaluateWith(llmJudge, { model: ['a', 'b'] }, { services: panel });
    expect(panel.models).toEqual([['openai:gpt-4'], ['a', 'b']]);
  });

  test('without a usable vote it is unscored, with the votes', async () => {
    const panel = scriptedPanel(() => panelResult(null));
    expect(await evaluateWith(llmJudge, {}, { services: panel })).toMatchObject({
      score: null,
      error: { message: 'no judge answered' },
      judges: [{ id: 'judge-a', score: null }],
    });
  });

  test.each([
    [
      '{{ answer }}',
      /unknown variable "answer"; known are: question, expected_outcome, reference_answer, candidate_answer/u,
    ],
    ['prompts/none.md', /"prompts\/none.md" was not found; tried \//u],
    ['{% if %}', /the prompt cannot be rendered/u],
  ])('the prompt %j is unscored and asks nobody', async (prompt, message) => {
    const panel = scriptedPanel(() => panelResult(1));
    await expect(evaluateWith(llmJudge, { prompt }, { services: panel })).rejects.toThrow(message);
    expect(panel.requests).toEqual([]);
    expect(await problems(llmJudge, { prompt })).toEqual([expect.objectContaining({ path: ['prompt'], message: expect.stringMatching(message) })]);
  });

  test('what is wrong with a prompt file is found before the first response, in the words of scoring', async () => {
    const folder = await temporaryFolder({
      'project/evals/suite.yaml': '',
      'project/unknown.md': 'Is {{ answer }} right?',
      'project/broken.md': '{% if question %}',
      'project/empty.md': '',
      'secret.md': '{{ candidate_answer }}',
    });
    const place = { directory: `${folder}/project/evals`, projectRoot: `${folder}/project` };
    for (const prompt of ['../unknown.md', '../broken.md', '../empty.md', '../../secret.md', 'none.md']) {
      const [problem, ...more] = await problems(llmJudge, { prompt }, place.directory, place.projectRoot);
      expect(more).toEqual([]);
      expect(problem?.message).toContain(prompt);
      const services = { ...scriptedPanel(() => panelResult(1)), ...place };
      await expect(evaluateWith(llmJudge, { prompt }, { services })).rejects.toMatchObject({ code: 'unscored', reason: 'config', message: problem?.message, hint: problem?.hint });
    }
  });

  test.each([[{}], [{ prompt: 'Is it polite?' }], [{ prompt: '{{ candidate_answer }} {{ context }}' }]])('finds nothing wrong with %j', async (options) => {
    expect(await problems(llmJudge, options)).toEqual([]);
  });

  test('shows the context of a case where a prompt asks for it', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    const evalCase = makeCase({ context: { city: 'Rome' } });
    await evaluateWith(llmJudge, { prompt: '{{ context }} {{ candidate_answer }}' }, { services: panel, evalCase });
    expect(promptOf(panel.requests[0])).toContain('"city": "Rome"');
  });

  test('options are checked with messages that name them', () => {
    expect(findings(llmJudge, { prompt: 3 })).toEqual(['prompt must be text, got 3']);
    expect(findings(llmJudge, { prompt: '' })).toEqual(['prompt must not be empty']);
    expect(findings(llmJudge, { model: 3 })).toEqual([
      'model must be a model (a target name or provider:model) or a list of them',
    ]);
    expect(findings(llmJudge, { model: [] })).toEqual(['model must list at least one model']);
  });
});
