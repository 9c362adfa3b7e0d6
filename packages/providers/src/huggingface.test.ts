import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ConfigError, type GenerateRequest, type Provider } from '@assay/schema';
import { providerConformance } from '@assay/schema/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, failureOf, makeTarget } from '../test/targets.js';
import { SENTIMENT } from '../test/tiny-models.js';
import { provider as definition } from './huggingface.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A copy of the example model that a test may change. */
function copyModel(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'assay-sentiment-')), 'model');
  cpSync(SENTIMENT, folder, { recursive: true });
  cleanUps.push(() => rmSync(dirname(folder), { recursive: true, force: true }));
  return folder;
}

async function target(options: Record<string, unknown> = {}, directory?: string): Promise<Provider> {
  const environment = directory === undefined ? {} : { environment: { directory } };
  const provider = await makeTarget('huggingface', { fine_tuned_weights: SENTIMENT, ...options }, environment);
  cleanUps.push(() => provider.close?.());
  return provider;
}

/** The ConfigError that making a target is expected to end in. */
async function configErrorOf(options: Record<string, unknown>, directory?: string): Promise<ConfigError> {
  try {
    await target(options, directory);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new TypeError('expected a ConfigError, but nothing failed');
}

function editJson(path: string, edit: (value: Record<string, unknown>) => unknown): void {
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)));
}

const TEXTS = [
  'Skvělý telefon, doporučuji!',
  'Terrible quality, it broke.',
  'The box contains two cables.',
  'Otřesná obsluha, už nikdy.',
  'I love it.',
  'x',
  'Průměrný hotel u nádraží, který má čtyřicet pokojů a jeden výtah, víc k němu není co říct.',
];

describe('text-classification in this process', () => {
  test('the text is the label, the confidence its score; all scores stand in a tool message', async () => {
    const provider = await target({ num_labels: 3 });
    const reply = await provider.generate(ask('Skvělý telefon, doporučuji!'));
    expect(reply).toMatchObject({ text: 'POSITIVE', toolCalls: [], costUsd: 0, usage: { outputTokens: 0 } });
    expect(provider).toMatchObject({ free: true, emptyReply: 'final' });
    expect(reply.confidence).toBeGreaterThan(0.5);
    expect(reply.usage?.inputTokens).toBeGreaterThan(3);
    const [scores, said] = reply.messages;
    expect(said).toEqual({ role: 'assistant', content: 'POSITIVE' });
    expect(scores).toMatchObject({ role: 'tool', name: 'label_scores' });
    const shares = scores?.content as Record<string, number>;
    expect(Object.keys(shares).toSorted()).toEqual(['NEGATIVE', 'NEUTRAL', 'POSITIVE']);
    expect(shares['POSITIVE']).toBe(reply.confidence);
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
  });

  test('the plain input is classified, not the instructions; without one the last user message', async () => {
    const provider = await target();
    const bad = 'Terrible quality, it broke.';
    const messages: GenerateRequest['messages'] = [
      { role: 'system', content: 'Great, excellent, wonderful!' },
      { role: 'user', content: 'I love it, amazing!' },
      { role: 'assistant', content: 'Lovely!' },
      { role: 'user', content: bad },
    ];
    const expected = await provider.generate(ask(bad));
    expect(expected.text).toBe('NEGATIVE');
    expect((await provider.generate(ask('', { messages }))).confidence).toBeCloseTo(expected.confidence ?? 0, 6);
    const plain = await provider.generate(ask('', { messages, plainInput: 'I love it, amazing!' }));
    expect(plain.text).toBe('POSITIVE');
  });

  test('labels and confidences come from the weights: other weights, other results', async () => {
    const folder = copyModel();
    const before = await (await target({}, dirname(folder))).generate(ask('I love it.'));
    const file = join(folder, 'onnx', 'model.onnx');
    const bytes = readFileSync(file);
    // What is added to the score of the first label: it stands behind its name, its tag and its length.
    bytes.writeFloatLE(50, bytes.lastIndexOf('outer_bias') + 'outer_bias'.length + 2);
    writeFileSync(file, bytes);
    const changed = await (
      await target({ fine_tuned_weights: basename(folder) }, dirname(folder))
    ).generate(ask('I love it.'));
    expect(before.text).toBe('POSITIVE');
    expect(changed.text).toBe('NEGATIVE');
    expect(changed.confidence).toBeGreaterThan(0.99);
  });

  test('the same results at batch sizes 1, 8 and 32', async () => {
    const results = [];
    for (const batch_size of [1, 8, 32]) {
      const provider = await target({ batch_size });
      const texts = Array.from({ length: 40 }, (_, index) => TEXTS[index % TEXTS.length] ?? '');
      results.push(await Promise.all(texts.map((text) => provider.generate(ask(text)))));
    }
    const [alone = [], ...batched] = results;
    for (const replies of batched) {
      expect(replies.map(({ text, usage }) => [text, usage])).toEqual(alone.map(({ text, usage }) => [text, usage]));
      for (const [index, { confidence }] of replies.entries()) {
        expect(confidence).toBeCloseTo(alone[index]?.confidence ?? -1, 5);
      }
    }
  });

  test('an input that the model fails on does not fail its neighbours', async () => {
    const folder = copyModel();
    // A word whose number lies outside of the table of weights.
    editJson(join(folder, 'tokenizer.json'), (file) => {
      const model = file['model'] as { vocab: Record<string, number> };
      return { ...file, model: { ...model, vocab: { ...model.vocab, kaboom: 999_999 } } };
    });
    const provider = await target({ fine_tuned_weights: folder });
    const [good, bad, other] = await Promise.allSettled([
      provider.generate(ask('I love it.')),
      provider.generate(ask('kaboom')),
      provider.generate(ask('Terrible quality, it broke.')),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { text: 'POSITIVE' } });
    expect(other).toMatchObject({ status: 'fulfilled', value: { text: 'NEGATIVE' } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { kind: 'bad_request', retryable: false } });
  });

  test('one call can be aborted while its neighbours are answered', async () => {
    const provider = await target();
    const controller = new AbortController();
    const left = failureOf(provider.generate(ask('I love it.', { signal: controller.signal })));
    const stays = provider.generate(ask('I love it.'));
    controller.abort();
    expect(await left).toMatchObject({ kind: 'aborted', retryable: false });
    expect((await stays).text).toBe('POSITIVE');
  });

  test('a text that does not fit is cut, with a warning', async () => {
    const provider = await target();
    const reply = await provider.generate(ask('good '.repeat(400)));
    expect(reply.warnings).toEqual(['the input was cut to its first 256 tokens: the model takes no more']);
    expect(reply.usage?.inputTokens).toBe(256);
    expect(await provider.generate(ask('good'))).not.toHaveProperty('warnings');
  });

  test('label_names gives other names', async () => {
    const provider = await target({ label_names: { POSITIVE: 'good' } });
    expect((await provider.generate(ask('I love it.'))).text).toBe('good');
  });

  test('after close a target can be used again', async () => {
    const provider = await target();
    await provider.generate(ask('x'));
    await provider.close?.();
    expect((await provider.generate(ask('I love it.'))).text).toBe('POSITIVE');
  });

  test('keeps every promise of the provider contract', async () => {
    const checks = providerConformance(
      definition,
      async () => ({ provider: await makeTarget('huggingface', { fine_tuned_weights: SENTIMENT }), requests: () => 0 }),
      { behaviours: ['answers'], countsRequests: false },
    );
    expect(checks.length).toBeGreaterThan(5);
    for (const check of checks) await check.run();
  });
});

describe('what is wrong with a target is told before the first request', () => {
  test('a wrong num_labels names both numbers and the labels', async () => {
    const error = await configErrorOf({ num_labels: 5 });
    expect(error.message).toContain('num_labels 5, but the model has 3 labels: NEGATIVE, NEUTRAL, POSITIVE');
  });

  test('a folder that is not there is named, with the four files that it needs', async () => {
    const error = await configErrorOf({ fine_tuned_weights: 'models/none' }, '/tmp');
    expect(error.message).toContain(join('/tmp', 'models', 'none'));
    for (const file of ['onnx/model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'config.json']) {
      expect(error.hint).toContain(file);
    }
  });

  test.each(['tokenizer.json', 'tokenizer_config.json', 'config.json', 'onnx/model.onnx'])(
    'a missing %s is named',
    async (file) => {
      const folder = copyModel();
      rmSync(join(folder, file));
      const error = await configErrorOf({ fine_tuned_weights: folder });
      expect(error.message).toContain(`lacks ${file} in ${folder}`);
    },
  );

  test.each(['pytorch_model.bin', 'model.safetensors'])(
    'a folder with %s only gets the command that exports it',
    async (file) => {
      const folder = copyModel();
      rmSync(join(folder, 'onnx'), { recursive: true });
      writeFileSync(join(folder, file), 'weights');
      const error = await configErrorOf({ fine_tuned_weights: './model' }, dirname(folder));
      expect(error.hint).toContain('optimum-cli export onnx --model ./model --task text-classification ./model-onnx');
    },
  );

  test('weights that are stored in another way are named', async () => {
    const folder = copyModel();
    renameSync(join(folder, 'onnx', 'model.onnx'), join(folder, 'onnx', 'model_quantized.onnx'));
    expect((await configErrorOf({ fine_tuned_weights: folder })).hint).toContain('dtype: q8');
  });

  test('a config.json that cannot be read is an error with its path', async () => {
    const folder = copyModel();
    writeFileSync(join(folder, 'config.json'), '{');
    expect((await configErrorOf({ fine_tuned_weights: folder })).message).toContain(join(folder, 'config.json'));
  });

  test('no model at all', async () => {
    expect((await configErrorOf({ fine_tuned_weights: null })).message).toContain('names no model');
  });

  test.each([
    [{ task_type: 'zero-shot-classification' }, 'no labels to choose from'],
    [{ task_type: 'text-classification', labels: ['a'] }, 'has labels, which text-classification does not take'],
    [{ labels: ['a', 'b'], num_labels: 3 }, 'has 2 labels, but num_labels is 3'],
  ])('%j', async (options, message) => {
    expect((await configErrorOf(options)).message).toContain(message);
  });

  test.each([{ batch_size: 0 }, { batch_size: 1.5 }, { num_labels: 0 }, { temperature: 3 }, { dtype: 'fp64' }])(
    '%j is not allowed',
    async (options) => {
      await expect(target(options)).rejects.toThrow();
    },
  );
});

describe('folders', () => {
  test('the layout that an export writes, model.onnx beside config.json, works too', async () => {
    const folder = copyModel();
    renameSync(join(folder, 'onnx', 'model.onnx'), join(folder, 'model.onnx'));
    rmSync(join(folder, 'onnx'), { recursive: true });
    const provider = await target({ fine_tuned_weights: 'model' }, dirname(folder));
    expect((await provider.generate(ask('I love it.'))).text).toBe('POSITIVE');
    expect(readdirSync(folder)).not.toContain('onnx');
  });

  test('a model that is written as a path is one', async () => {
    const folder = copyModel();
    const provider = await makeTarget(
      'huggingface',
      {},
      { model: './model', environment: { directory: dirname(folder) } },
    );
    cleanUps.push(() => provider.close?.());
    expect((await provider.generate(ask('I love it.'))).text).toBe('POSITIVE');
  });

  test('weights that are no ONNX file are an error, which the next request can get over', async () => {
    const folder = copyModel();
    const file = join(folder, 'onnx', 'model.onnx');
    const bytes = readFileSync(file);
    writeFileSync(file, 'not a model');
    const provider = await target({ fine_tuned_weights: folder });
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.message).toContain('cannot be loaded');
    writeFileSync(file, bytes);
    expect((await provider.generate(ask('I love it.'))).text).toBe('POSITIVE');
  });

  test('more classes in config.json than scores in the weights is an error with both numbers', async () => {
    const folder = copyModel();
    editJson(join(folder, 'config.json'), (config) => ({ ...config, id2label: { 0: 'A', 1: 'B', 2: 'C', 3: 'D' } }));
    const provider = await target({ fine_tuned_weights: folder });
    expect((await failureOf(provider.generate(ask('x')))).message).toContain(
      'names 4 labels, but its weights give 3 scores',
    );
    const declared = await target({ fine_tuned_weights: folder, num_labels: 4 });
    expect((await failureOf(declared.generate(ask('x')))).message).toContain(
      'num_labels 4, but the model has 3 labels',
    );
  });
});
