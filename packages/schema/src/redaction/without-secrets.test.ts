import { describe, expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.js';

describe('literal secrets are taken out of what a manifest keeps', () => {
  test.each([
    [{ api_key: 'sk-1234' }, { api_key: '[redacted]' }],
    [{ apiKey: 'sk-1234', token: 'x', client_secret: 'y' }, { apiKey: '[redacted]', token: '[redacted]', client_secret: '[redacted]' }],
    [{ headers: { Authorization: 'Bearer abc', 'X-Team': 'red' } }, { headers: { Authorization: '[redacted]', 'X-Team': 'red' } }],
    [{ env: { DB_PASSWORD: 'p', MODE: 'fast' } }, { env: { DB_PASSWORD: '[redacted]', MODE: 'fast' } }],
    [{ api_key: '${sk-1234}', token: '${' }, { api_key: '[redacted]', token: '[redacted]' }],
    [{ headers: { Cookie: 'sid=abc; team=${TEAM}' } }, { headers: { Cookie: '[redacted]${TEAM}' } }],
    [{ headers: { Authorization: 'Bearer ${{ KEY }}-abc' } }, { headers: { Authorization: 'Bearer ${{ KEY }}[redacted]' } }],
    [{ keys: ['a', { id: 'b' }, 7] }, { keys: ['[redacted]', { id: '[redacted]' }, '[redacted]'] }],
    [{ url: 'https://me:pass@example.com/v1' }, { url: 'https://[redacted]@example.com/v1' }],
    [{ url: 'https://example.com/v1?api_key=abc&mode=x' }, { url: 'https://example.com/v1?api_key=[redacted]&mode=x' }],
  ])('%j', (options, kept) => {
    expect(withoutSecrets(options)).toEqual(kept);
  });

  test.each([
    [{ api_key: '${OPENAI_API_KEY}' }],
    [{ headers: { Authorization: 'Bearer ${KEY}' } }],
    [{ url: 'https://example.com/v1?api_key=${KEY}' }],
    [{ max_tokens: 100, temperature: 0, parameters: { max_completion_tokens: 5, stop: ['END'], seed: null } }],
    [{ command: ['node', 'agent.js', '{PROMPT}'], recording: 'replies.jsonl' }],
  ])('nothing else changes: %j', (options) => {
    expect(withoutSecrets(options)).toEqual(options);
  });
});
