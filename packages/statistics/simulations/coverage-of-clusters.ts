import { clusteredMean, createRandom, gaffkeRatio, gaffkeTest, studentInterval, type Random } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

/** Σ w·s and Σ w of one cluster. */
type Cluster = readonly [sum: number, weight: number];

/** A law of clusters of 1 to 5 replies with weights 1 and 5. */
export interface ClusterLaw {
  readonly name: string;
  draw(random: Random): Cluster;
}

/** A cluster whose replies have one weight; `score` may depend on it. */
function ofOneWeight(name: string, heavyShare: number, score: (random: Random, heavy: boolean, difficulty: number) => number): ClusterLaw {
  return {
    name,
    draw(random) {
      const size = 1 + random.below(5);
      const heavy = random.unit() < heavyShare;
      const weight = heavy ? 5 : 1;
      const difficulty = random.unit();
      let sum = 0;
      for (let reply = 0; reply < size; reply += 1) sum += weight * score(random, heavy, difficulty);
      return [sum, weight * size];
    },
  };
}

export const CLUSTER_LAWS: readonly ClusterLaw[] = [
  ofOneWeight('half are heavy, verdicts: 40 % of heavy pass, 90 % of light', 0.5, (random, heavy) => (random.unit() < (heavy ? 0.4 : 0.9) ? 1 : 0)),
  ofOneWeight('half are heavy and fail, all light pass', 0.5, (_random, heavy) => (heavy ? 0 : 1)),
  ofOneWeight('half are heavy, scores: heavy are hard', 0.5, (random, heavy, difficulty) => (heavy ? difficulty * random.unit() : 1 - 0.5 * difficulty * random.unit())),
  ofOneWeight('a fifth are heavy, repeats are all alike', 0.2, (_random, heavy, difficulty) => (heavy ? 0.7 * difficulty : 1 - 0.3 * difficulty)),
  {
    name: 'replies have weights of their own, fails are heavy more often',
    draw(random) {
      const size = 1 + random.below(5);
      const ease = Math.sqrt(random.unit());
      let [sum, total] = [0, 0];
      for (let reply = 0; reply < size; reply += 1) {
        const score = random.unit() < ease ? 1 : 0;
        const weight = random.unit() < (score === 1 ? 0.25 : 0.5) ? 5 : 1;
        sum += weight * score;
        total += weight;
      }
      return [sum, total];
    },
  },
  ofOneWeight('a tenth are heavy and fail, all light pass', 0.1, (_random, heavy) => (heavy ? 0 : 1)),
];

const SIZES = [5, 10, 20, 50, 100];
const DRAWS = 20_000;
const TRUTH_DRAWS = 2_000_000;

const truths = new Map<ClusterLaw, number>();

function truthOf(law: ClusterLaw): number {
  const known = truths.get(law) ?? drawTruth(law);
  truths.set(law, known);
  return known;
}

function drawTruth(law: ClusterLaw): number {
  const random = createRandom(99);
  let [sum, weight] = [0, 0];
  for (let draw = 0; draw < TRUTH_DRAWS; draw += 1) {
    const [ofSum, ofWeight] = law.draw(random);
    sum += ofSum;
    weight += ofWeight;
  }
  return sum / weight;
}

/** How often the 95 % interval holds the mean, with the largest weight that was seen, or the one that is known. */
export function clusterCoverage(law: ClusterLaw, clusters: number, draws: number, seed: number, largestWeight?: number): number {
  const random = createRandom(seed);
  const truth = truthOf(law);
  let held = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const drawn = Array.from({ length: clusters }, () => law.draw(random));
    const { less, greater } = gaffkeTest(drawn.map(([sum]) => sum), drawn.map(([, weight]) => weight), truth, {
      ...(largestWeight !== undefined && { largestWeight }),
    });
    if (less >= 0.025 && greater >= 0.025) held += 1;
  }
  return held / draws;
}

export const coverageOfClusters: Simulation = {
  name: 'clusters',
  title: 'Clusters of 1 to 5 replies with weights 1 and 5: coverage of a 95 % interval',
  run: (effort) =>
    markdownTable([
      ['clusters', 'largest weight', ...SIZES.map((size) => `${size} clusters`)],
      ...CLUSTER_LAWS.flatMap((law, place) =>
        [undefined, 25].map((largest) => [
          law.name,
          largest === undefined ? 'the largest seen' : 'known',
          ...SIZES.map((size) => percent(clusterCoverage(law, size, Math.ceil(DRAWS * effort), 1000 * place + size, largest))),
        ]),
      ),
    ]),
};

export const widthOfClusters: Simulation = {
  name: 'cluster-widths',
  title: "Mean width for 200 clusters, beside Student's interval",
  run: (effort) =>
    markdownTable([
      ['clusters', 'Gaffke', 'Student', 'ratio', "Student's coverage"],
      ...CLUSTER_LAWS.map((law, place) => {
        const random = createRandom(8000 + place);
        const truth = truthOf(law);
        const draws = Math.ceil(2000 * effort);
        let [own, student, held] = [0, 0, 0];
        for (let draw = 0; draw < draws; draw += 1) {
          const drawn = Array.from({ length: 200 }, () => law.draw(random));
          const [sums, weights] = [drawn.map(([sum]) => sum), drawn.map(([, weight]) => weight)];
          const interval = gaffkeRatio(sums, weights);
          const { mean, error } = clusteredMean(sums, weights);
          const plain = studentInterval(mean, error ?? 0, 199);
          own += (interval.high - interval.low) / draws;
          student += (plain.high - plain.low) / draws;
          if (plain.low <= truth && truth <= plain.high) held += 1 / draws;
        }
        return [law.name, own.toFixed(3), student.toFixed(3), (own / student).toFixed(2), percent(held)];
      }),
    ]),
};
