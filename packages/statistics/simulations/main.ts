import { coverageOfClusters, widthOfClusters } from './coverage-of-clusters.js';
import { coverageOfCorrected, coverageOfPowered, coverageOfStratified } from './coverage-of-corrections.js';
import { coverageOfKappa } from './coverage-of-kappa.js';
import { coverageOfMeans, coverageOfRates, widthOfMeans } from './coverage-of-means.js';
import { coverageOfRanks } from './coverage-of-ranks.js';
import { coverageOfVotes, errorOfWeights } from './coverage-of-votes.js';
import { coverageOfLabels } from './coverage-of-labels.js';
import { alarms, looks } from './false-alarms.js';
import { stopping } from './stopped-repeats.js';
import type { Simulation } from './table.js';
import { committed, unchanged } from './unchanged-agents.js';

const SIMULATIONS: readonly Simulation[] = [
  coverageOfRates,
  coverageOfMeans,
  widthOfMeans,
  coverageOfClusters,
  widthOfClusters,
  coverageOfPowered,
  coverageOfStratified,
  coverageOfCorrected,
  coverageOfKappa,
  errorOfWeights,
  coverageOfVotes,
  coverageOfLabels,
  coverageOfRanks,
  alarms,
  unchanged,
  committed,
  looks,
  stopping,
];

/** Runs those that are named, or all, and prints a section of each. Seeds are fixed, so a run can be repeated anywhere. */
export function simulate(names: readonly string[], effort: number): void {
  const unknown = names.find((name) => !SIMULATIONS.some((each) => each.name === name));
  if (unknown !== undefined) throw new Error(`there is no simulation ${unknown}; there are ${SIMULATIONS.map(({ name }) => name).join(', ')}`);
  for (const { name, title, run } of SIMULATIONS) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stdout.write(`### ${title}\n\n${run(effort)}\n\n`);
  }
}
