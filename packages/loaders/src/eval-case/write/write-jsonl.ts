import { basename } from 'node:path';
import type { WriteRequest, WrittenFile } from '@assay/schema';
import { evalCaseEntry } from './eval-case-entry.js';
import { loseExecution } from '../../writing/lost-execution.js';
import { referFrom } from '../../writing/message-entries.js';
import { moveWorkspaceFrom } from './moved-workspace.js';
import { suiteHead } from './suite-head.js';
import { yamlText } from '../../writing/yaml-text.js';

/** Eval cases as JSONL, with a sidecar for what is about all of them. */
export function writeJsonl(request: WriteRequest): readonly WrittenFile[] {
  const { suite, cases, notes, out, definitions, lose } = request;
  // A sidecar only for evaluators would be a second file for nothing.
  const head = suiteHead(request, (entry) => Object.keys(entry).length > 0);
  const refer = referFrom(suite.file, out);
  const moveWorkspace = moveWorkspaceFrom(suite.file, out);
  loseExecution(cases, lose, 'eval cases leave it to the target', ['temperature', 'temperatures', 'systems']);
  const shortPoints = suite.dialect === 'blueprint';
  const path = out ?? `${basename(suite.name)}.jsonl`;
  const lines = cases.map((located) => {
    if (located.evalCase.dependsOn) lose(located, 'depends_on', 'a JSONL file is read while its cases run; eval cases in YAML have it');
    const { depends_on: _dependsOn, on_dependency_failure: _policy, ...entry } = evalCaseEntry(located, { head, refer, moveWorkspace, notes: notes.cases.get(located.evalCase.id), shortPoints, definitions });
    return `${JSON.stringify(entry)}\n`;
  });
  const file = { path, text: lines.join('') };
  if (Object.keys(head.entry).length === 0) return [file];
  return [file, { path: path.replace(/\.jsonl$/iu, '.yaml'), text: yamlText(head.entry, { apart: ['evaluators'] }) }];
}
