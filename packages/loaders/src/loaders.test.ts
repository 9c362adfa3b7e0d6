import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loaderConformance, type LoaderSample, type LoaderSubject } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../test/project-folder.js';
import { ruleDefinitions } from '../test/sample-rules.js';
import { openSource } from './dialect/open-source.js';
import { loaders } from './loaders.js';

type Files = Pick<LoaderSubject, 'samples' | 'broken'>;

const FILES: Readonly<Record<string, Files>> = {
  'eval-case': {
    samples: [
      { extension: '.yaml', text: 'evalcases:\n  - { id: a, outcome: G, input: Q }\n  - { id: b, outcome: G, input: P }\n' },
      { extension: '.json', text: '{"cases": [{"id": "a", "outcome": "G", "input": "Q"}, {"id": "b", "outcome": "G", "input": "P"}]}' },
      { extension: '.jsonl', text: '{"id":"a","outcome":"G","input":"Q"}\n{"id":"b","outcome":"G","input":"P"}\n' },
    ],
    broken: { extension: '.jsonl', text: '{"id":"a","outcome":"G","input":"Q"}\n{"id":"b","outcome":"G","input":7}\n' },
  },
  blueprint: {
    samples: [
      { extension: '.yaml', text: 'title: T\n---\n- { id: a, prompt: Q, should: [x] }\n- { id: b, prompt: P, should: [y] }\n' },
      { extension: '.json', text: '{"prompts": [{"id": "a", "prompt": "Q", "should": ["x"]}, {"id": "b", "prompt": "P", "should": ["y"]}]}' },
    ],
    broken: { extension: '.yaml', text: 'title: T\n---\n- { id: a, prompt: 7 }\n' },
  },
  'test-case': {
    samples: [
      { extension: '.yaml', text: ['a', 'b'].map((id) => `id: ${id}\ntask: T\ninput: ${id}\nexpected: E\nrubric: { ok: { weight: 1, rule: exact_match } }\n`).join('---\n') },
    ],
    broken: { extension: '.yaml', text: 'id: a\ntask: T\ninput: 7\nexpected: E\nrubric: { ok: { weight: 1, rule: exact_match } }\n' },
  },
};

async function open({ text, extension }: LoaderSample): ReturnType<LoaderSubject['open']> {
  const folder = await projectFolder({});
  const shown = `suite${extension}`;
  const file = join(folder, shown);
  await writeFile(file, text);
  return openSource({ file, shown, loaders });
}

test('every loader has files to be tried on', () => {
  expect(Object.keys(FILES)).toEqual(loaders.map(({ name }) => name));
});

describe.each(loaders.map((loader) => [loader.name, loader] as const))('%s', (name, loader) => {
  const { samples = [], broken = { text: '', extension: '' } } = FILES[name] ?? {};
  const checks = loaderConformance(() => ({ loader, samples, broken, open, options: { definitions: ruleDefinitions } }));
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
