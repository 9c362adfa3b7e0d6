import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loader } from '@assay/schema';
import { loaderConformance, type LoaderSample, type LoaderSubject } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { openSource } from '../src/dialect/open-source.js';
import { loadSuite } from '../src/load-suite.js';
import { loaders } from '../src/loaders.js';
import { projectFolder } from './project-folder.js';
import { ruleDefinitions } from './sample-rules.js';

async function open({ text, extension }: LoaderSample): ReturnType<LoaderSubject['open']> {
  const folder = await projectFolder({});
  const shown = `suite${extension}`;
  const file = join(folder, shown);
  await writeFile(file, text);
  return openSource({ file, shown, loaders });
}

/**
 * Holds an installed loader to what all loaders promise.
 * @param files Suites of it with two cases at least, and one that is wrong.
 */
export function checkLoader(loader: Loader, files: Pick<LoaderSubject, 'samples' | 'broken'>): void {
  describe(`${loader.name} keeps what all loaders promise`, () => {
    const checks = loaderConformance(() => ({ loader, ...files, open, options: { definitions: ruleDefinitions } }));
    test.each(checks)('$name', async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    });

    test('a suite has what its dialect says of itself', async () => {
      const [sample] = files.samples;
      if (!sample) throw new TypeError('there is no suite to load');
      const { source } = await open(sample);
      const suite = await loadSuite(source.file, { definitions: ruleDefinitions, report: () => undefined });
      expect(suite.conventions).toEqual(loader.conventions);
    });
  });
}
