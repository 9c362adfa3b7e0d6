import { extname, resolve } from 'node:path';
import { UsageError, type JsonObject } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import { editJsonl } from './edit-jsonl.js';
import { editYaml } from './edit-yaml.js';

/** A case of a file as far as its rubric is concerned. */
export interface EditableCase {
  readonly id: string;
  /** True if the case itself has rubric lines; those of its suite do not count. */
  readonly hasRubric: boolean;
  /** Why the case cannot be given a rubric. */
  readonly fixed?: string | undefined;
}

/** A file of eval cases whose rubrics can be written without touching anything else. */
export interface CaseEditor {
  readonly cases: readonly EditableCase[];
  /**
   * The text of the file with these rubric lines, by id of the case, in place of those that a case
   * has. Comments, order, quotes and indentation of everything else stay as they are.
   * @throws ConfigError for a case that is `fixed` or not there.
   */
  withRubrics(rubrics: ReadonlyMap<string, readonly JsonObject[]>): string;
}

/**
 * Opens a file of eval cases (YAML or JSONL) for writing rubrics into it. The file is expected to be
 * valid: load it first.
 * @throws UsageError for other formats; InvalidFileError when it cannot be read.
 */
export async function openCaseEditor(file: string, options: { readonly workingDirectory?: string | undefined } = {}): Promise<CaseEditor> {
  const cwd = options.workingDirectory ?? process.cwd();
  const path = resolve(cwd, file);
  const shown = displayPath(path, cwd);
  const extension = extname(path).toLowerCase();
  if (!['.yaml', '.yml', '.jsonl'].includes(extension)) {
    throw new UsageError(`${shown}: rubrics are written into .yaml, .yml and .jsonl files, not into ${extension === '' ? 'files without extension' : `${extension} files`}`, {
      hint: `make a YAML file of it: assay convert ${shown} --to eval-cases --out NEW.yaml`,
    });
  }
  const text = await readSource(path, shown);
  return extension === '.jsonl' ? editJsonl(text) : editYaml(text);
}
