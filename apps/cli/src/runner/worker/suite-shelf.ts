import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reallyContains } from '@assay/loaders';
import { suiteKey, type LocatedCase, type Suite, type TrialJob } from '@assay/schema';
import { DifferenceError } from './difference-error.js';

export interface SuiteShelfOptions {
  /** Root of the project that jobs start from, absolute. */
  readonly root: string;
  /** @param file Absolute. */
  readonly loadSuite: (file: string) => Promise<Suite>;
  /** Told of each suite before the first of its cases is handed out. */
  readonly onSuite: (suite: Suite) => Promise<void>;
}

/** A suite of this checkout, with a case of it. */
interface FoundCase {
  readonly suite: Suite;
  readonly located: LocatedCase;
}

/** The suites of a checkout, each read when a job names it first. */
export interface SuiteShelf {
  /**
   * @throws DifferenceError when the suite or its case is not there as the job says.
   * @throws InvalidFileError when the suite cannot be read.
   */
  find(job: TrialJob): Promise<FoundCase>;
}

type FindCase = (job: TrialJob) => Promise<LocatedCase | undefined>;

interface Shelved {
  readonly suite: Suite;
  readonly findCase: FindCase;
}

const HINT = 'plan and work with the same commit of the project';

function missing(what: string): DifferenceError {
  return new DifferenceError(`${what} here`, { hint: HINT });
}

/** How a case is found: by its line in a file that is never held, else by its id. */
async function caseFinder(suite: Suite): Promise<FindCase> {
  if (suite.caseAt) {
    return async ({ caseLine, caseId, suiteFile }) => {
      const located = await suite.caseAt?.(caseLine, caseId);
      if (!located || located.evalCase.id === caseId) return located;
      throw new DifferenceError(`line ${caseLine} of suite ${suiteFile} has another case here: "${located.evalCase.id}", not "${caseId}"`, { hint: HINT });
    };
  }
  const cases = new Map<string, LocatedCase>();
  if (suite.size !== undefined) for await (const located of suite.cases()) cases.set(located.evalCase.id, located);
  return async ({ caseId }) => {
    if (suite.size !== undefined) return cases.get(caseId);
    for await (const located of suite.cases()) if (located.evalCase.id === caseId) return located;
    return undefined;
  };
}

/** The suite under the path that the job has for it: where two projects share one, the planner tells them apart by their files. */
function asPlanned(suite: Suite, { suite: name, suitePath, suiteFile }: TrialJob): Suite {
  if (suite.name !== name) throw new DifferenceError(`suite ${suiteFile} is named "${suite.name}" here, not "${name}"`, { hint: HINT });
  if (suite.path === suitePath) return suite;
  if (suiteFile === suitePath || suiteFile.startsWith(`${suitePath}/`)) return { ...suite, path: suitePath, cases: () => suite.cases() };
  throw new DifferenceError(`suite ${suiteFile} has the path ${suite.path} in its project here, not ${suitePath}`, { hint: HINT });
}

export function createSuiteShelf({ root, loadSuite, onSuite }: SuiteShelfOptions): SuiteShelf {
  const loaded = new Map<string, Promise<Suite>>();
  const shelf = new Map<string, Promise<Shelved>>();
  const files = new Map<string, string>();

  async function load(file: string): Promise<Suite> {
    const path = join(root, file);
    if (!existsSync(path)) throw missing(`there is no suite ${file}`);
    if (!reallyContains(root, path)) throw new DifferenceError(`suite ${file} is a link that leads out of the project here`, { hint: HINT });
    return loadSuite(path);
  }

  async function shelve(job: TrialJob, suite: Suite): Promise<Shelved> {
    const planned = asPlanned(suite, job);
    const key = suiteKey({ suite: planned.name, suitePath: planned.path });
    const other = files.get(key);
    if (other !== undefined && other !== job.suiteFile) throw new DifferenceError(`suite ${job.suiteFile} has the name and the path of suite ${other} here`, { hint: HINT });
    files.set(key, job.suiteFile);
    await onSuite(planned);
    return { suite: planned, findCase: await caseFinder(planned) };
  }

  /** Kept with what is wrong with it too: a suite of many cases is not to be read for each of them. */
  function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
    const made = known.get(key) ?? make();
    known.set(key, made);
    return made;
  }

  return {
    async find(job) {
      const { suiteFile, suitePath, suite: name, caseId } = job;
      const suite = await once(loaded, suiteFile, () => load(suiteFile));
      const { suite: planned, findCase } = await once(shelf, JSON.stringify([suiteFile, suitePath, name]), () => shelve(job, suite));
      const located = await findCase(job);
      if (!located) throw missing(`suite ${suiteFile} has no case "${caseId}"`);
      return { suite: planned, located };
    },
  };
}
