import { basename } from 'node:path';
import type { WriteRequest, WrittenFile } from '@assay/schema';
import { evalCaseEntry } from './eval-case-entry.js';
import { loseExecution } from '../../writing/lost-execution.js';
import { referFrom } from '../../writing/message-entries.js';
import { moveWorkspaceFrom } from './moved-workspace.js';
import { suiteHead } from './suite-head.js';
import { yamlText } from '../../writing/yaml-text.js';

/** Eval cases as one YAML file. */
export function writeEvalCases(request: WriteRequest): readonly WrittenFile[] {
  const { suite, cases, notes, out, definitions, lose } = request;
  const head = suiteHead(request, () => true);
  const refer = referFrom(suite.file, out);
  const moveWorkspace = moveWorkspaceFrom(suite.file, out);
  loseExecution(cases, lose, 'eval cases leave it to the target', ['temperature', 'temperatures', 'systems']);
  const shortPoints = suite.dialect === 'blueprint';
  const entries = cases.map((located) => evalCaseEntry(located, { head, refer, moveWorkspace, notes: notes.cases.get(located.evalCase.id), shortPoints, definitions }));
  const text = yamlText({ ...head.entry, evalcases: entries }, { apart: ['evaluators', 'evalcases'], spaced: 'evalcases' });
  return [{ path: out ?? `${basename(suite.name)}.yaml`, text }];
}
