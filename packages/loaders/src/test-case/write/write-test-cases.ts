import { basename, extname, join } from 'node:path';
import type { JsonObject, WriteRequest, WrittenFile } from '@assay/schema';
import { loseExecution } from '../../writing/lost-execution.js';
import { loseSettings } from '../../writing/lost-settings.js';
import { testCaseEntry } from './test-case-entry.js';
import { yamlText } from '../../writing/yaml-text.js';

function loseHead({ suite, notes, lose }: WriteRequest): void {
  const { description, execution, targets, metadata } = suite;
  const why = 'a folder of test cases says nothing about all of them';
  if (description !== '') lose(undefined, 'description', why);
  const names = execution.targets ?? (execution.target === undefined || execution.target === 'default' ? [] : [execution.target]);
  if (names.length > 0) lose(undefined, suite.conventions?.targetsKey ?? 'execution.target', `${names.join(', ')}: test cases name no target; use --target`);
  for (const { name } of targets) lose(undefined, `targets.${name}`, 'define it in .assay/targets.yaml');
  for (const key of Object.keys({ ...metadata, ...notes.suite })) lose(undefined, key, why);
}

/** Digits that keep the files of a folder in the order of the cases. */
function fileName(entry: JsonObject, index: number, count: number): string {
  const words = String(entry['id']).normalize('NFC').match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? ['case'];
  return `${String(index + 1).padStart(Math.max(3, String(count).length), '0')}_${words.join('-').slice(0, 60)}.yaml`;
}

/** Test cases: a file for each case in a folder, or a stream of them in one file. */
export function writeTestCases(request: WriteRequest): readonly WrittenFile[] {
  const { suite, cases, out, lose } = request;
  loseHead(request);
  loseSettings(request, 'test cases ask nothing of a run');
  loseExecution(cases, lose, 'test cases leave it to the target');
  const entries = cases.map((located) => testCaseEntry(located, request)).filter((entry) => entry !== undefined);
  const options = { apart: ['rubric', 'tags'] };
  if (out !== undefined && !['.yaml', '.yml'].includes(extname(out).toLowerCase())) {
    return entries.map((entry, index) => ({ path: join(out, fileName(entry, index, entries.length)), text: yamlText(entry, options) }));
  }
  return [{ path: out ?? `${basename(suite.name)}.yaml`, text: entries.map((entry) => yamlText(entry, options)).join('---\n') }];
}
