import { formatCount } from '@assay/reports';
import type { readRecording } from '@assay/providers';
import { InvalidFileError, nearestMatch, type Diagnostic, type EvalCase, type Message, type ReportDiagnostic, type Suite } from '@assay/schema';
import { isOpenTurn } from './with-one-reply.js';

/** Holds a file of outputs and the cases together: what does not fit is said. */
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
}

/** Names that a message lists. */
const MOST_NAMES = 5;

/** Ids that a suggestion is looked for in. */
const MOST_IDS = 10_000;

/** Some of many names, and how many there are. */
class Names {
  readonly #first: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(name: string): void {
    this.#count += 1;
    if (this.#first.length < MOST_NAMES) this.#first.push(name);
  }

  toString(): string {
    const more = this.#count - this.#first.length;
    return `${this.#first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

/** Outputs name a suite by its name, or among suites of one name by its path. */
function isOf(named: string, { name, path }: Suite): boolean {
  return named === name || named === path;
}

/** True if nothing of the conversation is left to be said: its last, authored text is what is scored. */
function endsAuthored(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && typeof last.content === 'string' && !messages.some(isOpenTurn);
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
export function createOutputsCheck({ recording, repeats, report }: OutputsCheckOptions): OutputsCheck {
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
  let [lacking, unused] = [new Names(), new Names()];

  function warn(code: string, message: string, hint: string, line?: number): void {
    const finding: Diagnostic = { severity: 'warning', code, message, hint };
    report(line === undefined ? finding : { ...finding, location: { file, line, column: 1 } });
  }

  function note(suite: Suite, id: string): void {
    if (ids.length < MOST_IDS) ids.push(id);
    const others = left.get(id)?.filter((row) => row.suite !== undefined && !isOf(row.suite, suite));
    if (!others) return;
    if (others.length > 0) left.set(id, others);
    else left.delete(id);
  }

  function tellUnknown(): void {
    const unknown = [...left].flatMap(([id, all]) => all.map(({ line, suite }) => ({ id, line, suite }))).toSorted((a, b) => a.line - b.line);
    const [first] = unknown;
    if (!first) return;
    const names = new Names();
    for (const { id, line, suite } of unknown) names.add(`"${id}"${suite === undefined ? '' : ` of suite "${suite}"`} (line ${line})`);
    const near = nearestMatch(first.id, ids);
    const meant = near === undefined || near === first.id ? '' : `did you mean "${near}"? `;
    const verb = unknown.length === 1 ? 'is' : 'are';
    warn('unknown-output', `${formatCount(unknown.length, 'output')} ${verb} not used, since no case has the id: ${String(names)}`, `${meant}the ids of all cases: assay cases FILE --json`, first.line);
  }

  function tellRepeats(): void {
    const beyond = [...rows.values()].flat().filter(({ repeat }) => repeat !== undefined && repeat > repeats);
    const [first] = beyond;
    if (!first) return;
    const most = beyond.reduce((highest, { repeat = 0 }) => Math.max(highest, repeat), 0);
    const verb = beyond.length === 1 ? 'is' : 'are';
    warn('unused-repeat', `${formatCount(beyond.length, 'output')} of repeats above ${repeats} ${verb} not used`, `score them with --repeat ${most}`, first.line);
  }

  function tellCases(): void {
    if (lacking.count > 0) {
      const verb = lacking.count === 1 ? 'has' : 'have';
      warn('missing-output', `${lacking.count} of ${formatCount(scored, 'case')} ${verb} no output in ${file}, and so no score: ${String(lacking)}`, 'add a row with the id of the case, or choose cases with --id');
    }
    if (unused.count > 0) {
      const whose = unused.count === 1 ? 'the output of 1 case is not used, since its conversation ends' : `the outputs of ${unused.count} cases are not used, since their conversations end`;
      warn('unused-output', `${whose} in an authored answer, which is what is scored: ${String(unused)}`, 'take the last assistant message out of the case to have the output scored');
    }
    [scored, lacking, unused] = [0, new Names(), new Names()];
  }

  function tellRest(): void {
    if (told || !streamed?.every((suite) => complete.has(suite.file))) return;
    told = true;
    tellCases();
    tellUnknown();
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
      if (endsAuthored(inputMessages)) {
        if (has) unused.add(`"${id}"`);
      } else if (!has && !findsByPrompt) lacking.add(`"${id}"`);
    },
    async settle(suites) {
      // Planning may have stopped at a limit; ids count wherever they stand.
      for (const suite of suites) if (suite.size !== undefined) for await (const _ of suite.cases());
      streamed = suites.filter(({ size }) => size === undefined);
      tellRepeats();
      if (streamed.length > 0) tellCases();
      tellRest();
    },
  };
}
