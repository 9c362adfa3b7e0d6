import { ConfigError, defineEvaluator, defineProvider, type Reporter, type ResultRow as Row } from '@assay/schema';
import { evaluate, isAssayError, type AssayError, type ResultRow } from 'assay';
import * as v from 'valibot';

const evaluator = defineEvaluator({
  name: 'brief',
  description: 'Likes brief replies.',
  options: v.object({ most: v.number() }),
  examples: [{ title: 'Ten', value: { most: 10 } }],
  evaluate: ({ options, response }) => ({ score: response.text.length <= options.most ? 1 : 0, hits: [], misses: [] }),
});
const provider = defineProvider({
  name: 'parrot',
  description: 'Says what it was told.',
  options: v.object({ volume: v.optional(v.number()) }),
  examples: [{ title: 'A parrot', value: { name: 'parrot', provider: 'parrot' } }],
  create: ({ name, options }) => {
    if (options.volume === 0) throw new ConfigError('a parrot is never silent');
    return {
      name,
      provider: 'parrot',
      structuredOutput: false,
      generate: async () => ({ text: 'hello', messages: [], toolCalls: [], latencyMs: 0 }),
    };
  },
});
const reporter: Reporter = { name: 'quiet' };
const rowsOfSchema: Row[] = [];

export async function run(): Promise<readonly ResultRow[]> {
  const controller = new AbortController();
  try {
    const { summary, rows } = await evaluate({
      files: ['a.yaml'],
      evaluators: [evaluator],
      providers: [provider],
      reporters: [reporter],
      onRow: (row) => rowsOfSchema.push(row),
      signal: controller.signal,
    });
    const found: ResultRow[] = [...rowsOfSchema];
    for await (const row of rows()) found.push(row);
    return summary.outcome === 'passed' ? found : [];
  } catch (error) {
    const known: AssayError | undefined = isAssayError(error) ? error : undefined;
    throw new Error(known?.format() ?? 'unexpected', { cause: error });
  }
}
