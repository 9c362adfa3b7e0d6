import { seededRandom, shuffled } from './seeded-random.mjs';

/**
 * A text as the mean of its pieces' vectors, one hidden layer, and a score for each label.
 * @typedef {object} Network
 * @property {number} width numbers in a piece's vector
 * @property {number} hidden neurons of the hidden layer
 * @property {number} labels
 * @property {Float64Array} pieces [piece, width]
 * @property {Float64Array} inner [width, hidden]
 * @property {Float64Array} innerBias [hidden]
 * @property {Float64Array} outer [hidden, labels]
 * @property {Float64Array} outerBias [labels]
 *
 * @typedef {{readonly ids: readonly number[], readonly label: number}} Sample
 *
 * @typedef {object} Training
 * @property {number} seed
 * @property {number} width
 * @property {number} hidden
 * @property {number} epochs
 * @property {number} batch texts between two steps
 * @property {number} rate size of a step
 * @property {number} decay how strongly weights are pulled to 0
 * @property {number} dropout share of pieces that a text loses while it is trained on
 * @property {number} smoothing share of the right answer that is spread over all labels
 */

const WEIGHTS = /** @type {const} */ (['pieces', 'inner', 'innerBias', 'outer', 'outerBias']);

/** @param {number} pieceCount @param {number} labels @param {Training} training @param {() => number} random @returns {Network} */
function startingNetwork(pieceCount, labels, { width, hidden }, random) {
  const around0 = (/** @type {number} */ length, /** @type {number} */ size) =>
    Float64Array.from({ length }, () => (random() * 2 - 1) * size);
  return {
    width,
    hidden,
    labels,
    pieces: around0(pieceCount * width, 0.5),
    inner: around0(width * hidden, Math.sqrt(6 / (width + hidden))),
    innerBias: new Float64Array(hidden),
    outer: around0(hidden * labels, Math.sqrt(6 / (hidden + labels))),
    outerBias: new Float64Array(labels),
  };
}

/** @param {Network} network @param {readonly number[]} ids */
function forward(network, ids) {
  const { width, hidden, labels, pieces, inner, innerBias, outer, outerBias } = network;
  const mean = new Float64Array(width);
  for (const id of ids) for (let i = 0; i < width; i++) mean[i] += pieces[id * width + i] / ids.length;
  const neurons = Float64Array.from(innerBias);
  for (let i = 0; i < width; i++) for (let j = 0; j < hidden; j++) neurons[j] += mean[i] * inner[i * hidden + j];
  for (let j = 0; j < hidden; j++) neurons[j] = Math.max(neurons[j], 0);
  const scores = Float64Array.from(outerBias);
  for (let j = 0; j < hidden; j++) for (let k = 0; k < labels; k++) scores[k] += neurons[j] * outer[j * labels + k];
  return { mean, neurons, scores };
}

/** @param {ArrayLike<number>} scores @returns {number[]} */
export function softmax(scores) {
  const list = Array.from(scores);
  const highest = Math.max(...list);
  const powers = list.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * @param {Network} network
 * @param {readonly number[]} ids
 * @returns {number[]} a score for each label, before softmax
 */
export function scoresOf(network, ids) {
  return [...forward(network, ids).scores];
}

/**
 * Adds what one text says about every weight.
 * @param {Network} network
 * @param {Network} gradient
 * @param {Sample} sample
 * @param {number} smoothing
 */
function backward(network, gradient, { ids, label }, smoothing) {
  const { width, hidden, labels, inner, outer } = network;
  const { mean, neurons, scores } = forward(network, ids);
  const error = softmax(scores).map((share, k) => share - (k === label ? 1 - smoothing : 0) - smoothing / labels);
  const neuronError = new Float64Array(hidden);
  for (let j = 0; j < hidden; j++) {
    for (let k = 0; k < labels; k++) {
      gradient.outer[j * labels + k] += neurons[j] * error[k];
      if (neurons[j] > 0) neuronError[j] += outer[j * labels + k] * error[k];
    }
    gradient.innerBias[j] += neuronError[j];
  }
  for (let k = 0; k < labels; k++) gradient.outerBias[k] += error[k];
  const meanError = new Float64Array(width);
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < hidden; j++) {
      gradient.inner[i * hidden + j] += mean[i] * neuronError[j];
      meanError[i] += inner[i * hidden + j] * neuronError[j];
    }
  }
  for (const id of ids) for (let i = 0; i < width; i++) gradient.pieces[id * width + i] += meanError[i] / ids.length;
}

/** @param {Network} network @returns {Network} the same shapes, all 0 */
function zeros(network) {
  const empty = Object.fromEntries(WEIGHTS.map((name) => [name, new Float64Array(network[name].length)]));
  return /** @type {Network} */ ({ ...network, ...empty });
}

/**
 * One step of Adam, with decoupled decay.
 * @param {Network} network
 * @param {Network} gradient Set back to 0.
 * @param {{first: Network, second: Network, step: number}} memory
 * @param {Training} training
 */
function step(network, gradient, memory, { rate, decay }) {
  memory.step++;
  const firstScale = 1 - 0.9 ** memory.step;
  const secondScale = 1 - 0.999 ** memory.step;
  for (const name of WEIGHTS) {
    const [weights, slope, first, second] = [network[name], gradient[name], memory.first[name], memory.second[name]];
    for (let i = 0; i < weights.length; i++) {
      first[i] = 0.9 * first[i] + 0.1 * slope[i];
      second[i] = 0.999 * second[i] + 0.001 * slope[i] * slope[i];
      weights[i] -= rate * (first[i] / firstScale / (Math.sqrt(second[i] / secondScale) + 1e-8) + decay * weights[i]);
      slope[i] = 0;
    }
  }
}

/**
 * Trains a network. The same samples and settings give the same weights, bit for bit.
 * @param {readonly Sample[]} samples
 * @param {number} pieceCount
 * @param {number} labels
 * @param {Training} training
 * @returns {Network}
 */
export function trainNetwork(samples, pieceCount, labels, training) {
  const random = seededRandom(training.seed);
  const network = startingNetwork(pieceCount, labels, training, random);
  const gradient = zeros(network);
  const memory = { first: zeros(network), second: zeros(network), step: 0 };
  for (let epoch = 0; epoch < training.epochs; epoch++) {
    const order = shuffled(samples, random);
    for (let start = 0; start < order.length; start += training.batch) {
      for (const { ids, label } of order.slice(start, start + training.batch)) {
        const kept = ids.filter(() => random() >= training.dropout);
        backward(network, gradient, { ids: kept.length > 0 ? kept : ids, label }, training.smoothing);
      }
      step(network, gradient, memory, training);
    }
  }
  return network;
}

/**
 * Several networks as one whose scores are the mean of theirs: it errs less than any of them.
 * @param {readonly Network[]} networks of the same shape
 * @returns {Network}
 */
export function committee(networks) {
  const [{ width, hidden, labels, pieces }] = networks;
  const size = networks.length;
  const rows = pieces.length / width;
  const all = {
    width: width * size,
    hidden: hidden * size,
    labels,
    pieces: new Float64Array(rows * width * size),
    inner: new Float64Array(width * size * hidden * size),
    innerBias: Float64Array.from(networks.flatMap(({ innerBias }) => [...innerBias])),
    outer: Float64Array.from(networks.flatMap(({ outer }) => [...outer].map((weight) => weight / size))),
    outerBias: new Float64Array(labels),
  };
  for (const [member, network] of networks.entries()) {
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < width; i++)
        all.pieces[row * all.width + member * width + i] = network.pieces[row * width + i];
    }
    // No member sees the vectors of another: those weights stay 0.
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < hidden; j++) {
        all.inner[(member * width + i) * all.hidden + member * hidden + j] = network.inner[i * hidden + j];
      }
    }
    for (let k = 0; k < labels; k++) all.outerBias[k] += network.outerBias[k] / size;
  }
  return all;
}
