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
  /** How many clusters there are. */
  count(): number;
  /** The sums of each cluster, in an order that does not depend on that in which they came. */
  list(): readonly (readonly number[])[];
}

type Cluster = readonly number[][];

/** The sums of one entry of a cluster: lists that are as long as they have to be, since most clusters have no other. */
function firstSums(terms: readonly number[]): Cluster {
  return terms.map((term) => (term === 0 ? [] : [term]));
}

/** A loop, since thousands are sorted at the end of a run. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function addTo(cluster: Cluster, terms: readonly number[]): void {
  for (let index = 0; index < terms.length; index += 1) addExactly(cluster[index] ?? [], terms[index] ?? 0);
}

/** Clusters whose number is bounded: see {@link MOST_CLUSTERS}. */
export function createClusters(): Clusters {
  let named: Map<string, Cluster> | undefined = new Map();
  const crowded: (Cluster | undefined)[] = [];
  const toCrowd = (name: string, terms: readonly number[]): void => {
    const place = hashOf(name) % MOST_CLUSTERS;
    const cluster = crowded[place];
    if (cluster) addTo(cluster, terms);
    else crowded[place] = firstSums(terms);
  };
  const putTogether = (clusters: ReadonlyMap<string, Cluster>): void => {
    for (const [name, sums] of clusters) {
      const into = (crowded[hashOf(name) % MOST_CLUSTERS] ??= sums);
      if (into === sums) continue;
      for (const [index, parts] of sums.entries()) for (const part of parts) addExactly(into[index] ?? [], part);
    }
  };
  return {
    add(name, terms) {
      const known = named?.get(name);
      if (known) addTo(known, terms);
      else if (named && named.size < MOST_CLUSTERS) named.set(name, firstSums(terms));
      else {
        if (named) putTogether(named);
        named = undefined;
        toCrowd(name, terms);
      }
    },
    count: () => named?.size ?? crowded.reduce((count) => count + 1, 0),
    list: () =>
      (named === undefined ? crowded.filter((cluster) => cluster !== undefined) : [...named.values()])
        .map((sums) => sums.map((parts) => exactValue(parts)))
        .sort(compare),
  };
}
