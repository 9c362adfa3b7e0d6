import { extname, resolve } from 'node:path';
import { shellPath, UsageError } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import type { CaseEditor } from './case-editor.js';
import { editJsonl } from './edit-jsonl.js';
import { editYaml } from './edit-yaml.js';

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
      hint: `make a YAML file of it: assay convert ${shellPath(shown)} --to eval-cases --out NEW.yaml`,
    });
  }
  const text = await readSource(path, shown);
  return extension === '.jsonl' ? editJsonl(text) : editYaml(text);
}
