import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_PRICES, loadProvider } from '../../packages/providers/dist/index.js';
import { median } from '../parts/run-process.mjs';

const EXAMPLE = new URL('../../examples/sentiment/', import.meta.url);
const SIZES = [1, 8, 32];
const ROUNDS = 5;
const INFERENCES = 2048;
/** Calls under way at once, whatever the batch size. */
const CONCURRENCY = 64;

const texts = readFileSync(new URL('data/test.ndjson', EXAMPLE), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).text);

/** Inferences per second. */
async function rate(target) {
  let next = 0;
  const ask = async () => {
    while (next < INFERENCES) {
      const text = texts[next++ % texts.length];
      await target.generate({ messages: [{ role: 'user', content: text }], signal: new AbortController().signal });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, ask));
  return INFERENCES / ((performance.now() - start) / 1000);
}

/** Rates at each batch size, measured in turn so that the machine's moods hit all alike. */
async function measure() {
  const definition = await loadProvider('huggingface');
  const environment = { env: {}, directory: fileURLToPath(EXAMPLE), prices: DEFAULT_PRICES };
  const targets = await Promise.all(SIZES.map((batch_size) =>
    definition.create(
      {
        name: `batch-${batch_size}`,
        provider: 'huggingface',
        options: { fine_tuned_weights: 'models/sentiment', batch_size },
      },
      environment,
    ),
  ));
  try {
    const rates = SIZES.map(() => []);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, target] of targets.entries()) {
        const measured = await rate(target);
        // The first round loads and warms up.
        if (round > 0) rates[index].push(measured);
      }
    }
    return rates.map(median);
  } finally {
    await Promise.all(targets.map((target) => target.close()));
  }
}

export const benchmark = {
  name: 'inference',
  async run() {
    const rates = await measure();
    const [alone, eight] = rates;
    return [
      ...SIZES.map((size, index) => ({
        what: `sentiment model in process, batch size ${size}`,
        value: rates[index],
        bound: 0,
        atLeast: true,
        unit: 'inferences/s',
        note: 'for information',
      })),
      {
        what: 'sentiment model in process, batch size 8',
        value: eight / alone,
        bound: 1,
        atLeast: true,
        unit: '× batch size 1',
      },
    ];
  },
};
