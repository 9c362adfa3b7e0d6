import { resolve } from 'node:path';
import type { EvalCase, LoadOptions, LocatedCase } from '@assay/schema';
import { displayPath } from './files/display-path.js';
import { requireExtension } from './dialect/require-extension.js';
import { loadSuite } from './load-suite.js';

const EXTENSIONS = ['.yaml', '.yml', '.jsonl'];

async function open(file: string, options: LoadOptions): ReturnType<typeof loadSuite> {
  const workingDirectory = options.workingDirectory ?? process.cwd();
  requireExtension(file, displayPath(resolve(workingDirectory, file), workingDirectory), EXTENSIONS);
  return loadSuite(file, options);
}

/** Takes the cases out of located ones. No generator: it would cost more than reading a short line. */
class PlainCases implements AsyncIterator<EvalCase, undefined> {
  readonly #open: () => ReturnType<typeof loadSuite>;
  #cases: Promise<AsyncIterator<LocatedCase>> | AsyncIterator<LocatedCase> | undefined;

  constructor(open: () => ReturnType<typeof loadSuite>) {
    this.#open = open;
  }

  next(): Promise<IteratorResult<EvalCase, undefined>> {
    const cases = this.#cases;
    return cases && 'next' in cases ? cases.next().then(plainStep) : this.#start();
  }

  async return(): Promise<IteratorResult<EvalCase, undefined>> {
    const cases = await this.#cases;
    await cases?.return?.();
    return { done: true, value: undefined };
  }

  async #start(): Promise<IteratorResult<EvalCase, undefined>> {
    this.#cases ??= this.#open().then((suite) => suite.cases()[Symbol.asyncIterator]());
    const cases = await this.#cases;
    this.#cases = cases;
    return plainStep(await cases.next());
  }
}

function plainStep(step: IteratorResult<LocatedCase>): IteratorResult<EvalCase, undefined> {
  return step.done === true ? { done: true, value: undefined } : { done: false, value: step.value.evalCase };
}

/**
 * The cases of a dataset, one after the other, in constant memory for JSONL. Reading starts with
 * the first case that is asked for.
 * @throws UsageError for extensions other than `.yaml`, `.yml` and `.jsonl`.
 * @throws InvalidFileError when the file, or the line that is reached, is invalid.
 */
export function streamEvalCases(file: string, options: LoadOptions = {}): AsyncIterable<EvalCase> {
  return { [Symbol.asyncIterator]: () => new PlainCases(() => open(file, options)) };
}

/**
 * All cases of a dataset. YAML and JSONL give equal cases. A case that lacks a required field is
 * left out with a warning (`options.report`).
 * @throws UsageError for extensions other than `.yaml`, `.yml` and `.jsonl`.
 * @throws InvalidFileError with every finding of a YAML file, or those of the first bad line of a JSONL file.
 */
export async function loadEvalCases(file: string, options: LoadOptions = {}): Promise<EvalCase[]> {
  const cases: EvalCase[] = [];
  const suite = await open(file, options);
  for await (const { evalCase } of suite.cases()) cases.push(evalCase);
  return cases;
}
