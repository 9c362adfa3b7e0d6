import type { Message } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evalCase, evaluator, target } from '../../test/samples.js';
import { trialKey, type TrialKeyParts } from './trial-key.js';

function parts(extra: Partial<TrialKeyParts> = {}): TrialKeyParts {
  return { suite: 'math', suitePath: 'evals/math.yaml', evalCase: evalCase(), target: target(), variant: { label: '' }, repeat: 1, ...extra };
}

function withFile(path: string, text: string, value = './code.py'): TrialKeyParts {
  const inputMessages: Message[] = [{ role: 'user', content: [{ type: 'file', value, path, text }] }];
  return parts({ evalCase: evalCase({ inputMessages }) });
}

const key = trialKey(parts());

describe('trialKey', () => {
  test('is 32 hex digits and the same for equal content', () => {
    expect(key).toMatch(/^[0-9a-f]{32}$/u);
    expect(trialKey(parts({ evalCase: evalCase(), target: target() }))).toBe(key);
  });

  test.each<[string, Partial<TrialKeyParts>]>([
    ['suite', { suite: 'other' }],
    ['path of the suite', { suitePath: 'other/math.yaml' }],
    ['case id', { evalCase: evalCase({ id: 'case-2' }) }],
    ['input', { evalCase: evalCase({ inputMessages: [{ role: 'user', content: '3 + 3?' }] }) }],
    ["target's name", { target: target('other') }],
    ['model', { target: target('mock', { model: 'm-2' }) }],
    ['plain input', { evalCase: evalCase({ plainInput: '2 + 2' }) }],
    ['the workspace', { evalCase: evalCase({ workspace: { template: 'app' } }) }],
    ['option of the provider', { target: target('mock', { options: { temperature: 1 } }) }],
    ['temperature', { variant: { label: 'temp:1', temperature: 1 } }],
    ['system prompt', { variant: { label: '', system: 'Be brief' } }],
    ['repeat', { repeat: 2 }],
  ])('another %s is other work', (_, extra) => {
    expect(trialKey(parts(extra))).not.toBe(key);
  });

  test('a changed rubric, expectation, weight or tag never generates again', () => {
    const changed = evalCase({
      evaluators: [evaluator('rubric', { weight: 3 })],
      expectedOutcome: 'says 4',
      expectedMessages: [{ role: 'assistant', content: '4' }],
      weight: 2,
      tags: ['new'],
      context: { data: 1 },
    });
    expect(trialKey(parts({ evalCase: changed }))).toBe(key);
  });

  test('judge, workers, time-outs, retries and the place of the definition change no answer', () => {
    const patient = target('mock', {
      judgeTarget: 'judge',
      workers: 3,
      timeoutSeconds: 9,
      maxRetries: 1,
      location: { file: 'targets.yaml', line: 4, column: 1 },
    });
    expect(trialKey(parts({ target: patient }))).toBe(key);
  });

  test('a key that is written out changes no answer, and has no part in what is stored', () => {
    const withKey = (apiKey: string): string => trialKey(parts({ target: target('mock', { options: { api_key: apiKey, headers: { Authorization: `Bearer ${apiKey}` } } }) }));
    expect(withKey('sk-one')).toBe(withKey('sk-two'));
    expect(withKey('sk-one')).not.toBe(key);
  });

  test('a moved checkout is the same work; changed file content is not', () => {
    const there = trialKey(withFile('/home/a/code.py', 'x = 1'));
    expect(trialKey(withFile('/srv/b/code.py', 'x = 1'))).toBe(there);
    expect(trialKey(withFile('/home/a/code.py', 'x = 2'))).not.toBe(there);
    expect(trialKey(withFile('/home/a/code.py', 'x = 1', './other.py'))).not.toBe(there);
  });

  test('env references count as written: the key does not depend on the environment', () => {
    const named = target('mock', { options: { endpoint: '${URL}' } });
    expect(trialKey(parts({ target: named }))).toBe(trialKey(parts({ target: target('mock', { options: { endpoint: '${URL}' } }) })));
  });
});
