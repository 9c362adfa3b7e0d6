import { cohenKappa, createRandom, kappaInterval } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const SIZES = [10, 30, 50, 100, 200];
const DRAWS = 1000;

/** How often people pass a reply, how often the judge passes these, and fails the others. */
export interface KappaLaw {
  readonly passRate: number;
  readonly tpr: number;
  readonly tnr: number;
}

export const KAPPA_LAWS: readonly KappaLaw[] = [
  { passRate: 0.7, tpr: 0.99, tnr: 0.99 },
  { passRate: 0.7, tpr: 0.98, tnr: 0.9 },
  { passRate: 0.5, tpr: 0.98, tnr: 0.6 },
  { passRate: 0.9, tpr: 0.98, tnr: 0.6 },
  { passRate: 0.8, tpr: 1, tnr: 0.1 },
];

const truthOf = ({ passRate, tpr, tnr }: KappaLaw): number =>
  cohenKappa([[passRate * tpr, passRate * (1 - tpr)], [(1 - passRate) * (1 - tnr), (1 - passRate) * tnr]]) ?? Number.NaN;

/** How often the interval of kappa holds it; where nothing varied it is open, and does. */
export function kappaCoverage(law: KappaLaw, labels: number, draws: number): { readonly held: number; readonly width: number } {
  const truth = truthOf(law);
  let [held, width] = [0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const random = createRandom(5_000_000 + draw);
    const tables = Array.from({ length: labels }, () => {
      const table = [[0, 0], [0, 0]];
      const truly = random.unit() < law.passRate;
      const passes = truly ? random.unit() < law.tpr : random.unit() >= law.tnr;
      (table[truly ? 0 : 1] ?? [])[passes ? 0 : 1] = 1;
      return table;
    });
    const { low, high } = kappaInterval(tables, { rounds: 300, seed: draw }) ?? { low: -1, high: 1 };
    if (low <= truth && truth <= high) held += 1;
    width += high - low;
  }
  return { held: held / draws, width: width / draws };
}

export const coverageOfKappa: Simulation = {
  name: 'kappa',
  title: 'Kappa of a judge and people: coverage and mean width of a 95 % interval',
  run: (effort) =>
    markdownTable([
      ['people pass, TPR, TNR, kappa', ...SIZES.flatMap((size) => [`${size} labels`, 'width'])],
      ...KAPPA_LAWS.map((law) => [
        `${law.passRate}, ${law.tpr}, ${law.tnr}, ${truthOf(law).toFixed(2)}`,
        ...SIZES.flatMap((size) => {
          const { held, width } = kappaCoverage(law, size, Math.ceil(DRAWS * effort));
          return [percent(held), width.toFixed(2)];
        }),
      ]),
    ]),
};
