import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StoreError, type SuiteIdentity } from '@assay/schema';
import * as v from 'valibot';
import type { BudgetTaken } from '../budget/budget-limits.js';
import type { BudgetRecord } from '../budget/budget.js';
import { spentFile } from './run-files.js';
import { parseFile } from '../files/parse-file.js';
import { systemCode } from '../files/system-code.js';
import { storeFailure } from './store-failure.js';
import { writeAtomically } from './write-atomically.js';

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const untold = v.object({ requests: amount, cost_usd: amount, tokens: amount });
const taken = { cost_usd: amount, tokens: amount, time_ms: amount, untold: v.optional(untold) };

const SpentSchema = v.object({
  run: v.object(taken),
  suites: v.array(v.object({ suite: v.string(), suite_path: v.string(), ...taken })),
});

type Wire = v.InferOutput<typeof SpentSchema>;

function encode({ costUsd, tokens, timeMs, untold: part }: BudgetTaken): Wire['run'] {
  return { cost_usd: costUsd, tokens, time_ms: Math.round(timeMs), ...(part ? { untold: { requests: part.requests, cost_usd: part.costUsd, tokens: part.tokens } } : {}) };
}

function decode({ cost_usd: costUsd, tokens, time_ms: timeMs, untold: part }: Wire['run']): BudgetTaken {
  return { costUsd, tokens, timeMs, ...(part ? { untold: { requests: part.requests, costUsd: part.cost_usd, tokens: part.tokens } } : {}) };
}

/**
 * Notes what a run and its suites took, for those who go on with it. Whoever calls it holds the lock of the folder.
 * @throws StoreError
 */
export async function writeSpent(directory: string, records: readonly BudgetRecord<BudgetTaken>[]): Promise<void> {
  const run = records.find(({ suite }) => !suite)?.of ?? { costUsd: 0, tokens: 0, timeMs: 0 };
  const suites = records.flatMap(({ suite, of }) => (suite ? [{ suite: suite.suite, suite_path: suite.suitePath, ...encode(of) }] : []));
  await writeAtomically(spentFile(resolve(directory)), `${JSON.stringify({ run: encode(run), suites }, null, 2)}\n`);
}

/** What was noted; empty for a run that had no budget. @throws StoreError for a note that cannot be read. */
export async function readSpent(directory: string): Promise<readonly BudgetRecord<BudgetTaken>[]> {
  const file = spentFile(resolve(directory));
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw storeFailure('read', file, error);
  }
  try {
    const { run, suites } = v.parse(SpentSchema, parseFile(text));
    const ofSuites = suites.map(({ suite, suite_path: suitePath, ...rest }) => ({ suite: { suite, suitePath } satisfies SuiteIdentity, of: decode(rest) }));
    return [{ of: decode(run) }, ...ofSuites];
  } catch (error) {
    throw new StoreError(`${file} does not say what the run took`, { hint: 'the file was damaged or changed by hand; remove it to count what its rows tell', cause: error });
  }
}
