import type { EvaluatorDefinition, EvaluatorServices } from '@assay/schema';
import { evaluatorConformance, type ConformanceCheck, type EvaluatorSample } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { panelResult, scriptedPanel } from './scripted-panel.js';

/** Samples for evaluators whose examples name files, or need more than a text. */
export const SAMPLES: Readonly<Record<string, readonly EvaluatorSample[]>> = {
  code_judge: [
    {
      title: 'a script that wants only the input to be JSON',
      entry: {
        script: [
          process.execPath,
          '-e',
          `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => { JSON.parse(t); console.log('{"score": 0.5}'); });`,
        ],
      },
    },
  ],
  composite: [{ title: 'two members', entry: { evaluators: ['latency', 'cost'] } }],
  cost: [{ title: 'a known cost', entry: { max_usd: 1 }, response: { costUsd: 0.5 } }],
  field_accuracy: [
    {
      title: 'an object',
      entry: { fields: [{ path: 'a' }] },
      evalCase: { expectedMessages: [{ role: 'assistant', content: { a: 1 } }] },
    },
  ],
  json_schema: [{ title: 'an inline schema', entry: { schema: { type: 'object' } } }],
  llm_judge: [{ title: 'the built-in prompt', entry: {} }],
  score_above: [{ title: 'a known confidence', entry: { value: 0.5 }, response: { confidence: 0.9 } }],
  script: [{ title: 'a script that wants only the input to be JSON', entry: { script: [process.execPath, '-e', `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => { JSON.parse(t); console.log(0.5); });`] } }],
  similar: [{ title: 'a value', entry: { value: 'London is big.' } }],
  token_usage: [
    { title: 'a known usage', entry: { max_total: 9 }, response: { usage: { inputTokens: 4, outputTokens: 4 } } },
  ],
};

export const services: Partial<EvaluatorServices> = {
  judges: scriptedPanel(() => panelResult(0.75)).judges,
  embed: async (texts) => texts.map((text) => [text.length, text.includes('Paris') ? 9 : 0]),
  evaluate: async ({ name, type, weight }) => ({ name, type, weight, score: 0.5 }),
};

export function testAll(checks: readonly ConformanceCheck[]): void {
  test.each(checks.map((check) => [check.name, check] as const))('%s', async (_, check) => {
    await expect(check.run()).resolves.toBeUndefined();
  });
}

export function testEvaluators(definitions: readonly EvaluatorDefinition[], isTested: (check: ConformanceCheck, definition: EvaluatorDefinition) => boolean = () => true): void {
  describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
    const checks = evaluatorConformance(definition, { services, samples: SAMPLES[name.replace(/^not_/u, '')] });
    testAll(checks.filter((check) => isTested(check, definition)));
  });
}

/** Whether its samples start a program. */
export function startsPrograms({ name }: EvaluatorDefinition): boolean {
  return (SAMPLES[name] ?? []).some(({ entry }) => 'script' in entry);
}

/** Whether a program is started for each of many replies. */
export function startsManyPrograms(check: ConformanceCheck, definition: EvaluatorDefinition): boolean {
  return startsPrograms(definition) && check.name.includes('odd replies');
}
