import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Comparison } from '../contracts/comparison.js';
import type { Reporter, ReporterDefinition, ReporterEnvironment } from '../contracts/reporter.js';
import { isJsonObject } from '../domain/json.js';
import { createRedactor } from '../redaction/redactor.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { definitionConformance, examplesOf, ownOptions } from './definition-conformance.js';
import { reporterConformance } from './reporter-conformance.js';
import { sampleComparison } from './samples/sample-comparison.js';
import { sampleRow } from './samples/sample-row.js';
import { sampleRunStart } from './samples/sample-run-start.js';
import { sampleSummary } from './samples/sample-summary.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { within } from './support/within.js';

/** A reporter that was made from its definition, with what it has written. */
interface Made {
  readonly reporter: Reporter;
  readonly written: () => string;
  readonly scratchFolder: string;
  readonly cleanUp: () => Promise<void>;
}

async function make(definition: ReporterDefinition, example: unknown, change: Partial<ReporterEnvironment> = {}): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-reporter-'));
  const scratchFolder = join(folder, 'scratch');
  await mkdir(scratchFolder);
  let written = '';
  const write = async (text: string): Promise<void> => {
    written += text;
  };
  const environment: ReporterEnvironment = {
    output: { write },
    progress: { write },
    scratchFolder,
    color: false,
    interactive: false,
    columns: () => Number.POSITIVE_INFINITY,
    redactor: createRedactor(),
    ...(definition.needsCiServer ? { ciServer: { log: { write: () => undefined }, summaryFile: join(folder, 'summary.md'), folder: '' } } : {}),
    page: async () => '<!doctype html><html><head></head><body></body></html>',
    ...change,
  };
  const cleanUp = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const reporter = await definition.create(v.parse(definition.options, ownOptions('reporter', example)), environment);
    return { reporter, written: () => written, scratchFolder, cleanUp };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function reported(made: Made): Promise<void> {
  const { reporter } = made;
  await within(Promise.resolve(reporter.runStarted?.(sampleRunStart())), 'runStarted');
  await within(Promise.resolve(reporter.trialFinished?.(sampleRow())), 'trialFinished');
  await within(Promise.resolve(reporter.runFinished?.(sampleSummary())), 'runFinished');
}

/** Makes it, does this with it, and clears up. */
async function withMade(making: Promise<Made>, action: (made: Made) => Promise<void>): Promise<void> {
  const made = await making;
  try {
    await action(made);
  } finally {
    await made.reporter.close?.();
    await made.cleanUp();
  }
}

function exampleChecks(definition: ReporterDefinition, title: string, example: unknown): readonly ConformanceCheck[] {
  const { writes } = definition;
  return [
    ...reporterConformance(
      async () => {
        const { reporter, written, cleanUp } = await make(definition, example);
        return { reporter, output: written, cleanUp };
      },
      // Documents of other types have rules of their own for what may stand in them.
      { terminal: writes === 'text/plain' },
    ),
    {
      name: 'writes a report where it says that it writes one, and nothing before it',
      run: () =>
        withMade(make(definition, example, { progress: { write: () => undefined } }), async (made) => {
          assert.equal(made.written(), '', 'something was written when it was made');
          await reported(made);
          assert.equal(made.written() !== '', writes !== undefined, writes === undefined ? 'a report was written' : 'no report was written');
        }),
    },
    {
      name: 'writes a report of a comparison where it says that it takes one, also of one of nothing',
      run: async () => {
        const none = { count: 0, cases: [] };
        const ofNothing: Partial<Comparison> = { kind: 'runs', outcome: 'inconclusive', exitCode: 4, runId: undefined, pairs: [], worse: none, better: none };
        for (const comparison of [sampleComparison(), sampleComparison(ofNothing)]) {
          await withMade(make(definition, example, { progress: { write: () => undefined } }), async ({ reporter, written }) => {
            assert.equal(typeof reporter.comparisonFinished, definition.compares ? 'function' : 'undefined', 'it does not say whether it takes comparisons');
            if (!definition.compares) return;
            await within(Promise.resolve(reporter.comparisonFinished?.(deepFreeze(comparison))), 'comparisonFinished');
            assert.equal(written() !== '', writes !== undefined, 'no report was written, or one was that was not announced');
          });
        }
      },
    },
    {
      name: 'leaves no temporary file behind, also when it is closed early',
      run: async () => {
        const nothingLeft = async ({ reporter, scratchFolder }: Made): Promise<void> => {
          await reporter.close?.();
          assert.deepEqual(await readdir(scratchFolder), [], 'files are left');
        };
        await withMade(make(definition, example), async (made) => {
          await reported(made);
          await nothingLeft(made);
        });
        await withMade(make(definition, example), async (made) => {
          await made.reporter.runStarted?.(sampleRunStart());
          await made.reporter.trialFinished?.(sampleRow());
          await nothingLeft(made);
        });
      },
    },
  ].map((check) => ({ ...check, name: `${title}: ${check.name}` }));
}

/** What every {@link ReporterDefinition} promises, of itself and of the reporters that it makes by its examples. */
export function reporterDefinitionConformance(definition: ReporterDefinition): readonly ConformanceCheck[] {
  return [
    ...definitionConformance(definition),
    {
      name: 'has no option that every report has: name, file',
      run: async () => {
        const { entries } = definition.options as { readonly entries?: unknown };
        const taken = isJsonObject(entries) ? ['name', 'file'].filter((key) => Object.hasOwn(entries, key)) : [];
        assert.deepEqual(taken, [], 'an option has the name of a key of every report');
      },
    },
    ...examplesOf(definition).flatMap(({ title, value }) => exampleChecks(definition, title, value)),
  ];
}
