import { join } from 'node:path';
import { checkTarget, loadTargetFile } from '@assay/loaders';
import { formatDiagnostic, type WrittenTarget } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createWorkspace } from '../support/projects/workspace.js';
import { definitions } from './composed-loader.js';

/** Model configurations: a file with one target, checked against the installed providers. */

async function check(text: string, file = 'configs/model.yaml'): Promise<{ target: WrittenTarget; findings: readonly string[] }> {
  const { folder } = await createWorkspace({ [file]: text });
  const [target] = await loadTargetFile(join(folder, file), { workingDirectory: folder });
  if (!target) expect.fail('the file defines no target');
  return { target, findings: checkTarget(target, definitions).map(formatDiagnostic) };
}

describe('fields of every provider', () => {
  test.each(['openai', 'anthropic', 'huggingface'])('%s: name, provider and model', async (provider) => {
    const { target, findings } = await check(`name: m-v1\nprovider: ${provider}\nmodel: some/model\n`);
    expect(target).toMatchObject({ name: 'm-v1', provider, model: 'some/model', options: {} });
    expect(findings).toEqual([]);
  });

  test.each(['openai', 'anthropic', 'huggingface'])('%s: system_prompt, temperature and max_tokens', async (provider) => {
    const { target, findings } = await check(
      `name: m\nprovider: ${provider}\nmodel: some\nsystem_prompt: "You sort reviews."\ntemperature: 0.3\nmax_tokens: 50\n`,
    );
    expect(target.options).toEqual({ system_prompt: 'You sort reviews.', temperature: 0.3, max_tokens: 50 });
    expect(findings).toEqual([]);
  });

  test.each(['openai', 'huggingface'])('%s: seed', async (provider) => {
    expect((await check(`name: m\nprovider: ${provider}\nmodel: some\nseed: 42\n`)).findings).toEqual([]);
  });

  test.each([0, 0.3, 1])('a temperature of %d', async (temperature) => {
    expect((await check(`name: m\nprovider: anthropic\nmodel: some\ntemperature: ${temperature}\n`)).findings).toEqual([]);
  });

  test.each([
    ['anthropic', 'temperature: 1.5', /error: target "m": temperature must be /u],
    ['openai', 'temperature: -0.1', /error: target "m": temperature must be /u],
    ['openai', 'max_tokens: 2.5', /error: target "m": max_tokens must be /u],
    ['openai', 'max_tokens: many', /error: target "m": max_tokens must be /u],
    ['openai', 'seed: 0.5', /error: target "m": seed must be /u],
    ['huggingface', 'batch_size: 0', /error: target "m": batch_size must be /u],
    ['huggingface', 'num_labels: three', /error: target "m": num_labels must be /u],
    ['huggingface', 'task_type: juggling', /error: target "m": task_type must be /u],
    ['openai', 'num_labels: 3', /info: target "m": num_labels has no meaning for provider openai/u],
    ['openai', 'temprature: 1', /warning: unknown key "temprature".*\n.*did you mean temperature\?/u],
  ])('%s with %s', async (provider, line, finding) => {
    expect((await check(`name: m\nprovider: ${provider}\nmodel: some\n${line}\n`)).findings).toEqual([expect.stringMatching(finding)]);
  });

  test('an unknown provider is an error with those that are installed', async () => {
    const { findings } = await check('name: m\nprovider: hugingface\nmodel: some\n');
    expect(findings).toEqual([expect.stringMatching(/error: target "m": unknown provider "hugingface"; installed: .*\n {2}fix: did you mean huggingface\?$/u)]);
  });
});

describe('complete files', () => {
  test('a classifier as it is, and one that was trained further', async () => {
    const common = 'provider: "huggingface"\nmodel: "xlm-roberta-base"\ntask_type: "text-classification"\nnum_labels: 3\nseed: 42\nbatch_size: 8\n';
    const plain = await check(`name: "plain"\n${common}temperature: 0.3\nfine_tuned_weights: null\n`);
    expect(plain.findings).toEqual([]);
    expect(plain.target.options).toEqual({ task_type: 'text-classification', num_labels: 3, seed: 42, batch_size: 8, temperature: 0.3 });
    const trained = await check(`name: "trained"\n${common}temperature: 0.1\nfine_tuned_weights: "./models/reviews"\n`);
    expect(trained.findings).toEqual([]);
    expect(trained.target.options).toMatchObject({ fine_tuned_weights: './models/reviews' });
  });

  test('a judge with a system prompt of several lines', async () => {
    const { target, findings } = await check(
      'name: "strict-judge"\nprovider: "anthropic"\nmodel: "claude-sonnet-4-6"\nsystem_prompt: |\n  You grade replies.\n  Answer with JSON.\ntemperature: 0.3\nmax_tokens: 500\n',
    );
    expect(findings).toEqual([]);
    expect(target).toMatchObject({ name: 'strict-judge', options: { system_prompt: 'You grade replies.\nAnswer with JSON.\n' } });
  });

  test('JSON is read as well', async () => {
    const { target, findings } = await check('{"name": "m", "provider": "openai", "model": "gpt-4", "temperature": 0.3, "max_tokens": 50}', 'configs/m.json');
    expect(findings).toEqual([]);
    expect(target).toMatchObject({ name: 'm', model: 'gpt-4' });
  });
});
