import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { defineReporter, type Reporter } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - {id: one, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
  - {id: two, expected_outcome: says a, input: b, evaluators: [{type: contains, value: a}]}
`;

async function run(reporters: EvaluateOptions['reporters'] = [], more: Partial<EvaluateOptions> = {}) {
  const { folder } = await createWorkspace({ 'suite.yaml': SUITE });
  const warnings: string[] = [];
  const witness: Reporter = { name: 'witness', diagnostic: ({ severity, message, hint }) => void (severity === 'warning' && warnings.push(`${message} -> ${hint}`)) };
  const result = await evaluate({ files: 'suite.yaml', cwd: folder, env: {}, targets: ['mock'], ...more, reporters: [...reporters, witness] });
  return { ...result, folder, warnings };
}

function made(make: () => unknown, more: object = {}) {
  return defineReporter({ name: 'own', description: 'Is odd.', options: v.strictObject({}), examples: [], writes: 'text/plain', create: make as never, ...more });
}

const REPORTS = [{ name: 'own', file: 'own.txt' }];
const CALLED = 'runStarted, trialsEstimated, diagnostic, heldUp, spent, roundEnded, rechecksStarted, trialStarted, trialFinished, trialKept, runFinished, comparisonFinished, close';

class Follower implements Reporter {
  readonly name = 'follower';
  runStarted(): void {
    this.render();
  }
  trialFinnished(): void {}
  render(): void {}
}

/** Streams and the like bring getters along. */
class Streamed extends Writable {
  readonly name = 'streamed';
  get spend(): number {
    return 0;
  }
  trialFinished({ caseId }: { readonly caseId: string }): void {
    this.write(caseId);
  }
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

describe('methods of a reporter that nobody will call are told', () => {
  test.each<[string, object, readonly string[]]>([
    ['misspelt', { name: 'm', trialFinnished: () => 0 }, ['reporter "m" has trialFinnished(), which is never called -> did you mean trialFinished()?']],
    ['as other tools call them', { name: 'm', onRunFinished: () => 0 }, ['reporter "m" has onRunFinished(), which is never called -> did you mean runFinished()?']],
    ['of a class', new Follower(), ['reporter "follower" has trialFinnished(), which is never called -> did you mean trialFinished()?']],
    ['all of them', { name: 'm', onBegin: () => 0, log: () => 0 }, [`reporter "m" has no method that a run calls: onBegin(), log() would never be -> what is called: ${CALLED}`]],
    ['and those of its own are not', { name: 'm', close: () => 0, closed: () => 0, render: () => 0, lines: () => 0 }, []],
    ['nor are getters, of a class or of what it extends', new Streamed(), []],
    ['one of which may give a method that is called', { name: 'm', get trialFinished() { return () => 0; }, log: () => 0 }, []],
    ['nor is a reporter without any', { name: 'm' }, []],
  ])('%s', async (_how, reporter, expected) => {
    const { warnings, summary, lostReporters } = await run([reporter as Reporter]);
    expect(warnings).toEqual(expected);
    expect(lostReporters).toEqual([]);
    expect(summary.outcome).toBe('failed');
  });

  test('those that a definition makes too', async () => {
    const { warnings } = await run([made(() => ({ name: 'own', runFinnished: () => 0 }))], { reports: REPORTS });
    expect(warnings).toEqual(['reporter "own" has runFinnished(), which is never called -> did you mean runFinished()?']);
  });
});

test('a report that becomes a file is told all that a reporter is', async () => {
  const told = { file: new Set<string>(), program: new Set<string>() };
  const follower = (all: Set<string>): Reporter => ({ name: 'own', ...Object.fromEntries(CALLED.split(', ').map((call) => [call, () => void all.add(call)])) });
  await run([made(() => follower(told.file)), follower(told.program)], { reports: REPORTS, maxCost: 1, repeat: '2..3', threshold: 0.5 });
  expect([...told.file].toSorted()).toEqual([...told.program].toSorted());
  expect([...told.file]).toEqual(expect.arrayContaining(['spent', 'roundEnded', 'runFinished']));
});

test('a reporter whose name cannot be read has that of its definition', async () => {
  const odd = made(() => ({ get name() { throw new TypeError('boom'); }, trialFinished: () => { throw new TypeError('bang'); } }));
  const { lostReporters, summary } = await run([odd], { reports: REPORTS });
  expect(lostReporters).toMatchObject([{ name: 'own', report: 'own.txt', error: { message: 'bang' } }]);
  expect(summary.outcome).toBe('failed');
});

test('a reporter that is made when nobody waits for it any more is closed', async () => {
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  let ready: (reporter: Reporter) => void = () => undefined;
  const slow = made(() => new Promise<Reporter>((resolve) => (ready = resolve)));
  await expect(run([slow], { reports: REPORTS, reporterTimeoutSeconds: 0.05 })).rejects.toThrow('reporter own could not be made: it was not ready within 0.05 s');
  ready({ name: 'own', close: closed });
  await isClosed;
});

test('what a report is given to write has to be a text', async () => {
  const numbers = made(() => ({ name: 'own' }), { create: (_options: object, { output }: { readonly output: { write(text: unknown): unknown } }) => ({ name: 'own', runFinished: () => output.write(5) }) });
  const { lostReporters, folder } = await run([numbers], { reports: REPORTS });
  expect(lostReporters).toMatchObject([{ name: 'own', report: 'own.txt' }]);
  await expect(readFile(join(folder, 'own.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
});
