import { join } from 'node:path';
import { InvalidFileError, type Diagnostic } from '@assay/schema';
import { expect, test } from 'vitest';
import { composeReading } from '../../../src/runner/reading/compose-reading.js';
import { createWorkspace } from './workspace.js';

/** Everything that is said about a blueprint, as `assay validate` says it. */
async function findingsOf(text: string): Promise<readonly Diagnostic[]> {
  const { folder } = await createWorkspace({ 'b.yml': text });
  const found: Diagnostic[] = [];
  const reading = await composeReading({ cwd: folder, env: {}, verbose: true, report: (finding) => found.push(finding) });
  try {
    const suite = await reading.loadSuite(join(folder, 'b.yml'));
    for await (const _ of suite.cases()) continue;
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return error.diagnostics;
  }
  return found;
}

/** What a hint says to write, as it could stand in a file: all of the forms that it names. */
function suggestions(hint: string): readonly string[] {
  const forms = /write one of: (?<all>.+)$/su.exec(hint)?.groups?.['all'];
  if (forms !== undefined) return forms.split('; ').map((form) => form.replace(/^- /u, ''));
  const numbers = /such as (?<all>[\d., or]+)/u.exec(hint)?.groups?.['all'];
  if (numbers !== undefined) return numbers.split(/, | or /u);
  const marks = ['as in ', 'without quotes: ', 'in quotes: ', 'as a mapping: ', 'did you mean ', 'write '];
  const mark = marks.find((words) => hint.includes(words));
  const one = mark === undefined ? undefined : hint.slice(hint.indexOf(mark) + mark.length).replace(/(?:, or .*|\?)$/su, '');
  return one === undefined ? [] : [one.replace(/^- /u, '')];
}

/** A prompt with this point. */
export const point = (item: string): string => `- prompt: Hi\n  should:\n    - ${item}\n`;

/** A blueprint with this line in its header. */
export const header = (line: string): string => `title: T\n${line}\n---\n- prompt: Hi\n  should: ["x"]\n`;

/** A prompt with this line. */
export const prompt = (line: string): string => `- prompt: Hi\n  should: ["x"]\n  ${line}\n`;

/** In blueprints in which what is wrong stands between « and », each thing that a hint says to write can stand in its place. */
export const testHints = (rows: readonly string[]): void =>
  test.each(rows)('%s', async (marked) => {
    const before = await findingsOf(marked.replaceAll(/[«»]/gu, ''));
    const hinted = before.filter(({ severity, hint }) => severity !== 'info' && hint !== undefined);
    const proposed = hinted.flatMap(({ hint = '' }) => suggestions(hint));
    expect(hinted).not.toEqual([]);
    expect(proposed).not.toEqual([]);
    for (const suggestion of proposed) {
      const after = await findingsOf(marked.replace(/«.*»/su, () => suggestion));
      expect({ suggestion, after: after.filter(({ severity }) => severity !== 'info').map(({ message }) => message) }).toEqual({ suggestion, after: [] });
    }
  });
