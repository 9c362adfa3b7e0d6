import { describe, expect, test } from 'vitest';
import { askedTarget } from './support/projects/asked-target.js';

describe("Ollama's own addresses mean its chat completions, as endpoint and as url", () => {
  test.each<['endpoint' | 'url', string]>([
    ['endpoint', '/api/chat'],
    ['url', '/api/chat'],
    ['url', '/api/generate'],
    ['url', ''],
    ['url', '/v1/chat/completions'],
  ])('%s: %s', async (place, path) => {
    const { row, requests } = await askedTarget({ provider: 'ollama', place, path });
    expect(row).toMatchObject({ score: 1 });
    expect(requests.map((request) => request.path)).toEqual(['/v1/chat/completions']);
  });

  test('any other url is posted to as it is written', async () => {
    const { requests } = await askedTarget({ provider: 'ollama', place: 'url', path: '/relay/api/chat' });
    expect(requests.map((request) => request.path)).toEqual(['/relay/api/chat']);
  });
});
