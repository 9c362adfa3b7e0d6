import { formatCount } from '@assay/reports';
import { nearestMatch, type Diagnostic } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';
import { SomeNames } from './some-names.js';

/** Where an output stands in the file, and what it is for. */
export interface OutputPlace {
  readonly line: number;
  readonly suite?: string | undefined;
  readonly repeat?: number | undefined;
}

/** Outputs of ids that no case has. @param ids of cases, to suggest one; undefined where every output has its case. */
export function unknownOutputs(left: ReadonlyMap<string, readonly OutputPlace[]>, ids: readonly string[], file: string): Diagnostic | undefined {
  const unknown = [...left].flatMap(([id, all]) => all.map(({ line, suite }) => ({ id, line, suite }))).toSorted((a, b) => a.line - b.line);
  const [first] = unknown;
  if (!first) return undefined;
  const names = new SomeNames();
  for (const { id, line, suite } of unknown) names.add(`"${id}"${suite === undefined ? '' : ` of suite "${suite}"`} (line ${line})`);
  const near = nearestMatch(first.id, ids);
  const meant = near === undefined || near === first.id ? '' : `did you mean "${near}"? `;
  const verb = unknown.length === 1 ? 'is' : 'are';
  return {
    severity: 'warning',
    code: 'unknown-output',
    message: `${formatCount(unknown.length, 'output')} ${verb} not used, since no case has the id: ${String(names)}`,
    hint: `${meant}the ids of all cases: assay cases FILE --json`,
    location: { file, line: first.line, column: 1 },
  };
}

/** Outputs of more repeats than cases have; undefined where there are none. @param repeats of each case */
export function unusedRepeats(rows: ReadonlyMap<string, readonly OutputPlace[]>, repeats: number, file: string, { say }: OptionWords): Diagnostic | undefined {
  const beyond = [...rows.values()].flat().filter(({ repeat }) => repeat !== undefined && repeat > repeats);
  const [first] = beyond;
  if (!first) return undefined;
  const most = beyond.reduce((highest, { repeat = 0 }) => Math.max(highest, repeat), 0);
  const verb = beyond.length === 1 ? 'is' : 'are';
  return {
    severity: 'warning',
    code: 'unused-repeat',
    message: `${formatCount(beyond.length, 'output')} of repeats above ${repeats} ${verb} not used`,
    hint: `score them with ${say('repeat', most)}`,
    location: { file, line: first.line, column: 1 },
  };
}

/** Cases without an output. @param scored how many cases are scored */
export function missingOutputs(lacking: SomeNames, scored: number, file: string, { say }: OptionWords): Diagnostic | undefined {
  if (lacking.count === 0) return undefined;
  const verb = lacking.count === 1 ? 'has' : 'have';
  return {
    severity: 'warning',
    code: 'missing-output',
    message: `${lacking.count} of ${formatCount(scored, 'case')} ${verb} no output in ${file}, and so no score: ${String(lacking)}`,
    hint: `add a row with the id of the case, or choose cases with ${say('ids')}`,
  };
}

/** Outputs of cases whose conversations have an answer of their own. */
export function unusedOutputs(unused: SomeNames): Diagnostic | undefined {
  if (unused.count === 0) return undefined;
  const whose = unused.count === 1 ? 'the output of 1 case is not used, since its conversation ends' : `the outputs of ${unused.count} cases are not used, since their conversations end`;
  return {
    severity: 'warning',
    code: 'unused-output',
    message: `${whose} in an authored answer, which is what is scored: ${String(unused)}`,
    hint: 'take the last assistant message out of the case to have the output scored',
  };
}
