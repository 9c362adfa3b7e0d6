import { definitionFinder, canonicalHash, type MadeWith, type Trial } from '@assay/schema';
import { createNamedFiles } from './named-files.js';
import type { Reading } from '../reading/compose-reading.js';
import type { LocalResources } from '../resources/run-resources.js';

/** Most files that a manifest names. */
const MOST_FILES = 1000;
/** Of a digest, which none of another content will share by chance. */
const LENGTH = 32;

export interface MadeWithOptions {
  readonly reading: Pick<Reading, 'definitions' | 'project' | 'trust'>;
  readonly resources: Pick<LocalResources, 'of'>;
  /** What earlier parts of the run were made with. */
  readonly earlier: MadeWith | undefined;
}

/** Notes what the trials of a shard are made with that no row and no digest of a suite holds. */
export interface MadeWithNotes {
  /** Takes note of a trial that was prepared. */
  note(trial: Trial): Promise<void>;
  /** All of it so far. */
  readonly all: MadeWith;
}

export function createMadeWith({ reading, resources, earlier }: MadeWithOptions): MadeWithNotes {
  const { definitions, project, trust } = reading;
  const files = new Map<string, MadeWith['files'][number]>();
  const named = createNamedFiles(definitionFinder(definitions.evaluators));
  const add = (path: string, content: string): void => {
    const digest = content.slice(0, LENGTH);
    if (files.size < MOST_FILES) files.set(`${path}\n${digest}`, { path, digest });
  };
  for (const { path, digest } of earlier?.files ?? []) add(path, digest);
  return {
    async note(trial) {
      if (files.size >= MOST_FILES) return;
      const { directory, projectRoot = directory } = resources.of(trial);
      for (const [path, content] of await named.newOf(trial.evalCase, { directory, projectRoot, fileRule: trust.load?.fileRule })) add(path, content);
    },
    get all() {
      return { prices: canonicalHash(project.prices).slice(0, LENGTH), files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
    },
  };
}
