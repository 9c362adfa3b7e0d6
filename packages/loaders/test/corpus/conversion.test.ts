import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidFileError, type EvalCase, type Suite } from '@assay/schema';
import { externalFolder } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { loadSuite } from '../../src/index.js';
import { projectFolder } from '../project-folder.js';
import { casesOf, convert } from '../round-trip.js';

/** Blueprints that others wrote for their own tool, which are no part of this repository. */
const { folder: ROOT, absent, note } = externalFolder('ASSAY_CORPUS', 'weval-blueprints');

async function loadAll(): Promise<readonly Suite[]> {
  const suites: Suite[] = [];
  for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ya?ml|json)$/u.test(file)) continue;
    try {
      suites.push(await loadSuite(join(ROOT, file), { workingDirectory: ROOT, report: () => {} }));
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
    }
  }
  return suites;
}

/** What a run depends on, without how points are spelled. */
function comparable(evalCase: EvalCase): object {
  return { ...evalCase, evaluators: [], metadata: {}, execution: { ...evalCase.execution, target: '' } };
}

describe.skipIf(absent)(`blueprints that others wrote${note}`, () => {
  test('are written as blueprints that read back equal, without a loss', { timeout: 120_000 }, async () => {
    const folder = await projectFolder({});
    const suites = await loadAll();
    expect(suites.length).toBeGreaterThan(90);
    for (const suite of suites) {
      const path = `blueprints/${suite.name.replaceAll('__', '/')}.yml`;
      const { losses, suite: back, cases } = await convert(suite, 'blueprint', path, folder);
      expect(losses, suite.name).toEqual([]);
      expect(cases, suite.name).toEqual(await casesOf(suite));
      const { name, description, metadata, execution, targets } = suite;
      expect(back, suite.name).toMatchObject({ name, description, metadata, execution, targets });
    }
  });

  test('are written as eval cases that say the same, but for what is listed', { timeout: 120_000 }, async () => {
    const folder = await projectFolder({});
    const seen = new Set<string>();
    for (const [index, suite] of (await loadAll()).entries()) {
      const { losses, cases } = await convert(suite, 'eval-cases', `${index}.yaml`, folder);
      for (const { field } of losses) seen.add(field);
      const lost = new Set(losses.map(({ field }) => field));
      const { targets } = suite.execution;
      const before = (await casesOf(suite)).map((evalCase) => {
        const { temperature, temperatures, systems, noCache } = evalCase.execution;
        const kept = {
          ...(temperature === undefined || lost.has('temperature') ? {} : { temperature }),
          ...(temperatures === undefined || lost.has('temperatures') ? {} : { temperatures }),
          ...(systems === undefined || lost.has('system') ? {} : { systems }),
          ...(noCache ? { noCache } : {}),
          // One model is the target of all cases.
          ...(targets === undefined || targets.length === 1 || lost.has('models') ? {} : { targets }),
        };
        return comparable({ ...evalCase, execution: kept });
      });
      expect(cases.map(comparable), suite.name).toEqual(before);
    }
    expect([...seen].toSorted()).toEqual(['system', 'temperature', 'temperatures']);
  });
});
