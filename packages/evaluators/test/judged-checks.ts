import { UnscoredError, type EvaluatorDefinition, type JsonObject } from '@assay/schema';
import { expect, test } from 'vitest';
import { evaluateWith, makeCase, problems, type Surroundings } from './evaluation-input.js';
import { panelResult, scriptedPanel } from './scripted-panel.js';

interface Judged {
  readonly definition: EvaluatorDefinition;
  /** Options that it needs. */
  readonly options?: JsonObject;
  /** What the built-in prompt must show. */
  readonly shows: readonly string[];
  readonly threshold: number;
  readonly evalCase?: Surroundings['evalCase'];
}

/** What all evaluators promise that ask judges with a prompt of their own. */
export function judgedChecks({ definition, options = {}, shows, threshold, evalCase = makeCase() }: Judged): void {
  test('shows the judges what they grade, and takes the mean of their answers', async () => {
    const panel = scriptedPanel(() => panelResult(threshold, { hits: ['a'] }));
    const found = await evaluateWith(definition, options, { services: panel, evalCase });
    expect(found).toMatchObject({ score: threshold, verdict: 'pass', hits: ['a'], judgeCostUsd: 0.001 });
    const [request] = panel.requests;
    const seen = request?.kind === 'prompt' ? request.prompt : JSON.stringify(request);
    for (const text of shows) expect(seen).toContain(text);
    expect(panel.requests).toHaveLength(1);
  });

  test('the threshold decides the verdict', async () => {
    const panel = scriptedPanel(() => panelResult(0.45));
    expect(await evaluateWith(definition, options, { services: panel, evalCase })).toMatchObject({ score: 0.45, verdict: 'fail' });
    expect(await evaluateWith(definition, { ...options, threshold: 0.4 }, { services: panel, evalCase })).toMatchObject({ verdict: 'pass' });
  });

  test('without a usable answer there is no score and no verdict', async () => {
    const lost = await evaluateWith(definition, options, { services: scriptedPanel(() => panelResult(null)), evalCase });
    expect(lost).toMatchObject({ score: null, error: { message: 'no judge answered' } });
    expect(lost).not.toHaveProperty('verdict');
  });

  test('another prompt and another judge may be asked, and a broken prompt is found early', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    await evaluateWith(definition, { ...options, prompt: 'My own: {{ candidate_answer }}', model: 'strict' }, { services: panel, evalCase });
    expect(panel.models).toEqual([['strict']]);
    expect(panel.requests).toMatchObject([{ kind: 'prompt', prompt: expect.stringMatching(/^My own: /u) }]);
    expect(await problems(definition, { ...options, prompt: '{{ nonsense }}' })).toMatchObject([{ path: ['prompt'], message: expect.stringContaining('nonsense') }]);
  });
}

/** What comes of a case that lacks what it compares with. */
export function lackingChecks(definition: EvaluatorDefinition, evalCase: Surroundings['evalCase'] & object, message: string): void {
  test('without what it compares with there is no score, and nobody is asked', async () => {
    const services = scriptedPanel(() => panelResult(1));
    const failed = evaluateWith(definition, {}, { services, evalCase });
    await expect(failed).rejects.toThrow(UnscoredError);
    await expect(failed).rejects.toThrow(message);
    expect(services.requests).toEqual([]);
  });
}
