import { extname, resolve } from 'node:path';
import { InvalidFileError, type Diagnostic, type NormalizeContext, type ReportDiagnostic, type WrittenTarget } from '@assay/schema';
import { checkJson } from '../json/check-json.js';
import { displayPath } from '../files/display-path.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { oneDocument } from '../yaml/one-document.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import { readTargetDocument } from './read-target.js';

export interface LoadTargetsOptions {
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
  /** Receives every finding that is not thrown. */
  readonly report?: ReportDiagnostic | undefined;
}

/**
 * The targets of a file: a `targets` list, or one target (`name`, `provider`, `model`, …) as the
 * whole file. Values keep their `${VAR}` references, options are not checked here, and what is wrong
 * with a target of a list is kept in its `problems`, since only the selected targets have to be usable.
 * @throws InvalidFileError with every finding of the file.
 */
export async function loadTargetFile(path: string, options: LoadTargetsOptions = {}): Promise<readonly WrittenTarget[]> {
  const workingDirectory = options.workingDirectory ?? process.cwd();
  const file = resolve(workingDirectory, path);
  const shown = displayPath(file, workingDirectory);
  const text = await readSource(file, shown);
  if (extname(file).toLowerCase() === '.json') checkJson(text, shown);
  const parsed = parseYaml(text, shown);
  const findings: Diagnostic[] = [...parsed.diagnostics];
  const document = oneDocument(parsed, (finding) => findings.push(finding));
  let targets: readonly WrittenTarget[] = [];
  if (parsed.usable && !document) {
    throw fileProblem('empty-file', 'the file defines no target', 'write targets: and a list of - name: … and provider: …', startOf(shown));
  }
  if (document) {
    const context: NormalizeContext = {
      locate: document.locate,
      report: (finding) => findings.push(finding),
      aliasPrecedence: 'canonical',
      tally: { errors: 0 },
    };
    targets = readTargetDocument(context, document.value);
  }
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  for (const finding of findings) options.report?.(finding);
  return targets;
}
