import { addExactly, exactValue } from './exact-sum.js';

/** So many cases or conversations are kept apart; more are put together, in as many groups, by a hash of their names. */
export const MOST_CLUSTERS = 4096;

/** FNV-1a, mixed so that names that count up spread as well; below 2^32. */
export function hashOf(name: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Sums of numbers, a list of them for each cluster, exact, so that the order in which they come does not matter. */
export interface Clusters {
  /** @param terms finite numbers, always equally many */
  add(name: string, terms: readonly number[]): void;
  /** The sums of each cluster, in an order that does not depend on that in which they came. */
  list(): readonly (readonly number[])[];
}

type Cluster = readonly number[][];

/** A loop, since one is made for nearly every row. */
function emptySums(width: number): Cluster {
  const sums: number[][] = [];
  for (let index = 0; index < width; index += 1) sums.push([]);
  return sums;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0;
    if (one !== other) return one - other;
  }
  return 0;
}

/** Clusters whose number is bounded: see {@link MOST_CLUSTERS}. */
export function createClusters(): Clusters {
  let named: Map<string, Cluster> | undefined = new Map();
  const crowded: (Cluster | undefined)[] = [];
  const crowd = (name: string, width: number): Cluster => (crowded[hashOf(name) % MOST_CLUSTERS] ??= emptySums(width));
  const find = (name: string, width: number): Cluster => {
    if (named === undefined) return crowd(name, width);
    const known = named.get(name);
    if (known !== undefined) return known;
    if (named.size < MOST_CLUSTERS) {
      const cluster = emptySums(width);
      named.set(name, cluster);
      return cluster;
    }
    for (const [of, sums] of named) {
      const into = (crowded[hashOf(of) % MOST_CLUSTERS] ??= sums);
      if (into === sums) continue;
      for (const [index, parts] of sums.entries()) for (const part of parts) addExactly(into[index] ?? [], part);
    }
    named = undefined;
    return crowd(name, width);
  };
  return {
    add(name, terms) {
      const cluster = find(name, terms.length);
      for (let index = 0; index < terms.length; index += 1) addExactly(cluster[index] ?? [], terms[index] ?? 0);
    },
    list: () =>
      (named === undefined ? crowded.filter((cluster) => cluster !== undefined) : [...named.values()])
        .map((sums) => sums.map((parts) => exactValue(parts)))
        .sort(compare),
  };
}
