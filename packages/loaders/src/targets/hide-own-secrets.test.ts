import { expect, test } from 'vitest';
import { hideOwnSecrets } from './hide-own-secrets.js';

const finding = (message: string) => ({ severity: 'error', code: 'x', message, hint: `not ${message}`, location: { file: 'a.yaml', line: 1, column: 2 } }) as const;

test('what a finding quotes of the secrets of its target is taken out, and nothing else', () => {
  const hide = hideOwnSecrets({ name: 't', api_key: 'sk-0123456789', timeout_seconds: 'sk-0123456789', model: 'gpt-anything' });
  expect(hide(finding('"sk-0123456789" of gpt-anything'))).toEqual({ ...finding('"[redacted]" of gpt-anything') });
  expect(hide(finding('fine'))).toEqual(finding('fine'));
});

test.each([null, 'text', 5, ['sk-0123456789']])('a target that is none has no secrets: %j', (target) => {
  expect(hideOwnSecrets(target)(finding('text sk-0123456789'))).toEqual(finding('text sk-0123456789'));
});
