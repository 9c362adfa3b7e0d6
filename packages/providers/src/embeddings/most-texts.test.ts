import { expect, test } from 'vitest';
import { makeEmbedder } from '../../test/targets.js';

test.each([
  ['openai', 2048],
  ['azure', 2048],
  ['google', 100],
  // What a server of one's own takes is not known.
  ['ollama', undefined],
])('%s says how many texts its API takes in one request', async (provider, most) => {
  const embedder = await makeEmbedder(provider, { endpoint: 'http://127.0.0.1:9', api_key: 'mine-0001' }, { model: 'vectors' });
  expect(embedder.mostTexts).toBe(most);
  await embedder.close?.();
});
