import { open } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { shellPath, UsageError } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import type { CaseEditor } from './case-editor.js';
import { editJsonl } from './edit-jsonl.js';
import { editYaml } from './edit-yaml.js';

const BYTE_ORDER_MARK = '\uFEFF';

/** The mark that a file begins with, or nothing. What is read of the file is without it. */
async function markOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(3), 0, 3, 0);
    return buffer.toString('utf8', 0, bytesRead) === BYTE_ORDER_MARK ? BYTE_ORDER_MARK : '';
  } finally {
    await handle.close();
  }
}

/** An editor whose texts begin as the file does. */
function withMark(mark: string, { cases, withRubrics }: CaseEditor): CaseEditor {
  return {
    cases,
    withRubrics(rubrics) {
      const { text, shared } = withRubrics(rubrics);
      return { text: mark + text, shared };
    },
  };
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
      hint: `make a YAML file of it: assay convert ${shellPath(shown)} --to eval-cases --out NEW.yaml`,
    });
  }
  const text = await readSource(path, shown);
  return withMark(await markOf(path), extension === '.jsonl' ? editJsonl(text) : editYaml(text));
}
