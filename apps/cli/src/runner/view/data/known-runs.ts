import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { listRuns, openRun, rowPlaces, type RowPlaces } from '@assay/engine';
import { StoreError, type RunManifest } from '@assay/schema';
import type { IsOfProject } from '../../../runs/of-project.js';

/** Runs whose rows are kept known by their places. */
const MOST_PLACES = 8;

/** A run that may be looked at. */
export interface KnownRun {
  /** The name of its folder, with a number where several have it. */
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
}

export interface KnownRunsOptions {
  /** Absolute folders of runs that were asked for. */
  readonly asked: readonly string[];
  /** Absolute folders of runs, some of which may be of other projects. */
  readonly runsFolders: readonly string[];
  readonly isOfProject: IsOfProject;
}

async function manifestOf(folder: string): Promise<RunManifest | undefined> {
  try {
    return await (await openRun(folder)).manifest();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** The runs that are shown. An id is looked up here and nowhere else: no path is ever made of it. */
export class KnownRuns {
  readonly #options: Omit<KnownRunsOptions, 'asked'>;
  #asked: readonly string[];
  /** By folder. An id stays with its folder. */
  readonly #runs = new Map<string, KnownRun>();
  readonly #ids = new Map<string, KnownRun>();
  readonly #places = new Map<string, RowPlaces>();
  /** Folders that were there. */
  readonly #seen = new Set<string>();

  constructor({ asked, ...options }: KnownRunsOptions) {
    this.#options = options;
    this.#asked = asked;
    for (const folder of asked) this.#know(folder);
  }

  /** Ids of those that were asked for. */
  get asked(): readonly string[] {
    return this.#asked.map((folder) => this.#know(folder).id);
  }

  /** Another one is asked for. @param folder Absolute. */
  ask(folder: string): void {
    this.#know(folder);
    if (!this.#asked.includes(folder)) this.#asked = [...this.#asked, folder];
  }

  /** Those that were asked for, in their order, then the others, newest first. @throws StoreError */
  async list(): Promise<readonly KnownRun[]> {
    const { runsFolders, isOfProject } = this.#options;
    const asked = this.#asked;
    const folders = asked.filter((folder) => !this.#isGone(folder));
    for (const { directory } of await listRuns(...runsFolders)) {
      if (asked.includes(directory)) continue;
      if (isOfProject(directory, undefined) || isOfProject(directory, await manifestOf(directory))) folders.push(directory);
    }
    return folders.map((folder) => this.#know(folder));
  }

  /** @throws StoreError */
  async find(id: string): Promise<KnownRun | undefined> {
    // It may have begun since.
    if (!this.#ids.has(id)) await this.list();
    const known = this.#ids.get(id);
    return known && !this.#isGone(known.folder) ? known : undefined;
  }

  /** Whether there is, or was, a run of that name. */
  knew(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Where the rows of a run are. */
  places({ folder }: KnownRun): RowPlaces {
    const places = this.#places.get(folder) ?? rowPlaces(folder);
    this.#places.delete(folder);
    this.#places.set(folder, places);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MOST_PLACES && oldest !== undefined) this.#places.delete(oldest);
    return places;
  }

  /** Whether the folder of a run was removed or renamed; one that was asked for may not have begun yet. */
  #isGone(folder: string): boolean {
    if (existsSync(folder)) {
      this.#seen.add(folder);
      return false;
    }
    return this.#seen.has(folder) || !this.#asked.includes(folder);
  }

  #know(folder: string): KnownRun {
    const known = this.#runs.get(folder);
    if (known) return known;
    const name = basename(folder);
    let id = name;
    for (let number = 2; this.#ids.has(id); number += 1) id = `${name}-${number}`;
    const run = { id, folder };
    this.#runs.set(folder, run);
    this.#ids.set(id, run);
    return run;
  }
}
