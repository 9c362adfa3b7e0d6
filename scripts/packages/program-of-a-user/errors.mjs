// Its errors come from the @assay/schema that is installed here; `assay` has a copy of its own inside.
import { ConfigError, ProviderError, UnscoredError, UsageError } from '@assay/schema';
import { evaluate, isAssayError } from 'assay';
import { writeFileSync } from 'node:fs';
import * as v from 'valibot';

const say = (text) => process.stdout.write(`${text}\n`);

let asked = 0;
const busy = {
  name: 'busy',
  description: 'Has no time.',
  options: v.object({}),
  examples: [],
  create: ({ name }) => ({
    name,
    provider: 'busy',
    structuredOutput: false,
    generate() {
      asked += 1;
      throw new ProviderError('later', { kind: 'rate_limit', target: name, retryAfterMs: 1 });
    },
  }),
};
const strict = {
  name: 'strict',
  description: 'Counts words.',
  options: v.object({}),
  examples: [],
  evaluate() {
    throw new UnscoredError('it has no words to count');
  },
};
const broken = {
  ...busy,
  name: 'broken',
  create() {
    throw new ConfigError('it is broken');
  },
};

const fields = { id: 'one', expected_outcome: 'Answers', input: 'Hello!', evaluators: [{ type: 'strict' }] };
writeFileSync('errors.jsonl', `${JSON.stringify(fields)}\n`);

async function rowOf(target) {
  const { rows } = await evaluate({ files: 'errors.jsonl', targets: [target], maxRetries: 1, providers: [busy, broken], evaluators: [strict] });
  for await (const row of rows()) return row;
  throw new Error('there is no row');
}

say(`busy: ${(await rowOf('busy:any')).error?.code}, asked ${asked} times`);
const { error } = (await rowOf('mock')).evaluators[0] ?? {};
say(`strict: ${error?.code}, ${error?.message}`);
const { summary } = await evaluate({ files: 'errors.jsonl', targets: ['broken:any'], providers: [broken], evaluators: [strict] });
say(`broken: ${summary.outcome}, ${summary.reasons.join()}`);
await evaluate({ files: 'missing.jsonl' }).catch((thrown) => say(`missing: ${isAssayError(thrown)}, ${thrown instanceof UsageError}`));
