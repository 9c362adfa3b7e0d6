import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { Reporter, ReporterDefinition, ReporterEnvironment } from '../contracts/reporter.js';
import { defineReporter } from '../contracts/reporter.js';
import { reporterDefinitionConformance } from './reporter-definition-conformance.js';

function counting(change: Partial<ReporterDefinition> = {}, made: (environment: ReporterEnvironment) => Partial<Reporter> = () => ({})): ReporterDefinition {
  return {
    ...defineReporter({
      name: 'count',
      description: 'Writes how many trials there were.',
      options: v.strictObject({ word: v.optional(v.string()) }),
      examples: [{ title: 'In a file', value: { name: 'count', file: 'count.txt', word: 'rows' } }],
      writes: 'text/plain',
      create({ word = 'trials' }, environment) {
        let count = 0;
        return {
          name: 'count',
          trialFinished: () => void (count += 1),
          runFinished: () => environment.output.write(`${count} ${word}\n`),
          ...made(environment),
        };
      },
    }),
    ...change,
  };
}

const broken = (definition: ReporterDefinition) => brokenPromises(reporterDefinitionConformance(definition));

test('a good definition keeps every promise', async () => {
  expect(await broken(counting())).toEqual([]);
});

describe('a broken definition fails the check of the promise that it breaks', () => {
  test('nothing is written', async () => {
    const silent = counting({}, () => ({ runFinished: () => undefined }));
    expect(await broken(silent)).toContain('In a file: writes a report where it says that it writes one, and nothing before it');
  });

  test('something is written that was not announced', async () => {
    expect(await broken(counting({ writes: undefined }))).toEqual([
      'In a file: writes a report where it says that it writes one, and nothing before it',
    ]);
  });

  test('comparisons are announced and not taken, or taken and not announced', async () => {
    const check = 'In a file: writes a report of a comparison where it says that it takes one, also of one of nothing';
    expect(await broken(counting({ compares: true }))).toEqual([check]);
    expect(await broken(counting({}, ({ output }) => ({ comparisonFinished: () => output.write('x') })))).toEqual([check]);
    expect(await broken(counting({ compares: true }, () => ({ comparisonFinished: () => undefined })))).toEqual([check]);
    expect(await broken(counting({ compares: true }, ({ output }) => ({ comparisonFinished: () => output.write('x') })))).toEqual([]);
  });

  test('a temporary file is left', async () => {
    const careless = counting({}, ({ scratchFolder }) => ({ trialFinished: () => writeFile(join(scratchFolder, 'rows.tmp'), 'x') }));
    expect(await broken(careless)).toEqual(['In a file: leaves no temporary file behind, also when it is closed early']);
  });

  test('an example that its own schema refuses, an option that every report has', async () => {
    expect(await broken(counting({ examples: [{ title: 'Wrong', value: { name: 'count', words: 1 } }] }))).toContain(
      'the options schema accepts every example of the definition',
    );
    expect(await broken(counting({ options: v.object({ file: v.optional(v.string()) }) }))).toContain('has no option that every report has: name, file');
  });
});
