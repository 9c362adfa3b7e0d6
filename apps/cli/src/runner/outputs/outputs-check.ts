import { turnsOf } from '@assay/engine';
import type { readRecording } from '@assay/providers';
import { InvalidFileError, type Diagnostic, type EvalCase, type ReportDiagnostic, type Suite } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import { missingOutputs, unknownOutputs, unusedOutputs, unusedRepeats } from './output-findings.js';
import { MOST_NAMES, SomeNames } from './some-names.js';

/** Compares a file of outputs with the cases, and reports what does not fit. */
export interface OutputsCheck {
  /** The suite, which is noted as it is read. */
  watch(suite: Suite): Suite;
  /** Takes note of a case that is to be scored. */
  selected(suite: Suite, evalCase: EvalCase): void;
  /** To be called before the first trial, when all files are planned that are not streamed: those follow at their end. */
  settle(suites: readonly Suite[]): Promise<void>;
}

export interface OutputsCheckOptions {
  readonly recording: Awaited<ReturnType<typeof readRecording>>;
  /** How often each case is scored. */
  readonly repeats: number;
  readonly report: ReportDiagnostic;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** Ids that a suggestion is looked for in. */
const MOST_IDS = 10_000;

/** Outputs name a suite by its name, or among suites of one name by its path. */
function isOf(named: string, { name, path }: Suite): boolean {
  return named === name || named === path;
}

/** Rows by id, as far as finding their cases takes: a recording holds the replies too. */
function rowsById({ byId }: OutputsCheckOptions['recording']) {
  return new Map([...byId].map(([id, rows]) => [id, rows.map(({ line, suite, repeat }) => ({ line, suite, repeat }))]));
}

/** A case is scored by one reply: rows that tell several apart would count for none. */
function refuseTurns({ byId, byPrompt, file }: OutputsCheckOptions['recording']): void {
  const rows = [...[...byId.values()].flat(), ...byPrompt].filter(({ turn }) => turn !== undefined);
  if (rows.length === 0) return;
  throw new InvalidFileError(
    rows.slice(0, MOST_NAMES).map(({ line }) => ({
      severity: 'error',
      code: 'recording',
      message: 'turn is for recordings that a target replays: outputs hold one reply for a case',
      location: { file, line, column: 1 },
      hint: 'write all messages of the conversation as output_messages of one row, or run the case on a target with provider: replay',
    })),
  );
}

/** @throws InvalidFileError when the rows are of a kind that cannot be scored. */
export function createOutputsCheck({ recording, repeats, report, words }: OutputsCheckOptions): OutputsCheck {
  refuseTurns(recording);
  const { file } = recording;
  const rows = rowsById(recording);
  const findsByPrompt = recording.byPrompt.length > 0;
  /** Rows that no case was found for yet. */
  const left = new Map([...rows].map(([id, all]) => [id, [...all]]));
  const ids: string[] = [];
  const complete = new Set<Suite['file']>();
  let streamed: readonly Suite[] | undefined;
  let told = false;
  let scored = 0;
  let [lacking, unused] = [new SomeNames(), new SomeNames()];

  function tell(finding: Diagnostic | undefined): void {
    if (finding) report(finding);
  }

  function note(suite: Suite, id: string): void {
    if (ids.length < MOST_IDS) ids.push(id);
    const others = left.get(id)?.filter((row) => row.suite !== undefined && !isOf(row.suite, suite));
    if (!others) return;
    if (others.length > 0) left.set(id, others);
    else left.delete(id);
  }

  function tellCases(): void {
    tell(missingOutputs(lacking, scored, file, wordsOf({ words })));
    tell(unusedOutputs(unused));
    [scored, lacking, unused] = [0, new SomeNames(), new SomeNames()];
  }

  function tellRest(): void {
    if (told || !streamed?.every((suite) => complete.has(suite.file))) return;
    told = true;
    tellCases();
    tell(unknownOutputs(left, ids, file));
  }

  return {
    watch: (suite) => ({
      ...suite,
      async *cases() {
        for await (const located of suite.cases()) {
          if (!told) note(suite, located.evalCase.id);
          yield located;
        }
        complete.add(suite.file);
        tellRest();
      },
    }),
    selected(suite, { id, inputMessages }) {
      if (told || (streamed && suite.size !== undefined)) return;
      scored += 1;
      const has = rows.get(id)?.some((row) => row.suite === undefined || isOf(row.suite, suite)) ?? false;
      // Nothing of the conversation is left to be said: its last, authored text is what is scored.
      if (turnsOf(inputMessages) === 0) {
        if (has) unused.add(`"${id}"`);
      } else if (!has && !findsByPrompt) lacking.add(`"${id}"`);
    },
    async settle(suites) {
      // Planning may have stopped at a limit; ids count wherever they stand.
      for (const suite of suites) if (suite.size !== undefined) for await (const _ of suite.cases());
      streamed = suites.filter(({ size }) => size === undefined);
      tell(unusedRepeats(rows, repeats, file, wordsOf({ words })));
      if (streamed.length > 0) tellCases();
      tellRest();
    },
  };
}
