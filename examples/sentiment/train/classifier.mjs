import { committee, scoresOf, softmax, trainNetwork } from './network.mjs';
import { onnxClassifier } from './onnx-classifier.mjs';
import { highest, LABELS } from './read-reviews.mjs';
import { learnPieces, tokenizerFile, wordPieceTokenizer } from './word-pieces.mjs';

/** @typedef {import('./read-reviews.mjs').Review} Review */
/** @typedef {import('./network.mjs').Network} Network */
/** @typedef {import('./network.mjs').Training & {readonly stemLength: number, readonly minCount: number, readonly members: number}} Settings */
/** @typedef {{readonly pieces: readonly string[], readonly network: Network, readonly tokenize: (text: string) => number[]}} Classifier */

const FOLDS = 4;
/** Reviews that lie together in the training file, one for each label and language, are close in topic. */
const NEIGHBOURS = 6;
/** Most pieces of a text that are read. */
const MAX_LENGTH = 256;
/** Weights are kept as multiples of this, far finer than anything that could change an answer. */
const GRAIN = 2 ** -12;

/** @param {readonly Review[]} reviews @param {Settings} settings @returns {Classifier} */
function train(reviews, settings) {
  const pieces = learnPieces(
    reviews.map(({ text }) => text),
    settings,
  );
  const tokenize = wordPieceTokenizer(pieces);
  const samples = reviews.map(({ text, label }) => ({
    ids: tokenize(text),
    label: LABELS.findIndex((one) => one === label),
  }));
  const networks = Array.from({ length: settings.members }, (_, member) =>
    trainNetwork(samples, pieces.length, LABELS.length, { ...settings, seed: settings.seed + member }),
  );
  return { pieces, tokenize, network: committee(networks) };
}

/**
 * Trained on a few hundred texts, a network is too sure of itself. How much is measured on texts that it
 * has not seen: each part of the training set is judged by a network that was trained on the others.
 * @param {readonly Review[]} reviews @param {readonly Review[]} phrases @param {Settings} settings
 * @returns {number} what scores must be divided by, so that confidences come true as often as they say
 */
function temperatureOf(reviews, phrases, settings) {
  const judged = Array.from({ length: FOLDS }, (_, fold) => {
    const isHeldOut = (/** @type {unknown} */ _review, /** @type {number} */ index) =>
      Math.floor(index / NEIGHBOURS) % FOLDS === fold;
    const others = reviews.filter((review, index) => !isHeldOut(review, index));
    const { network, tokenize } = train([...others, ...phrases], settings);
    return reviews.filter(isHeldOut).map(({ text, label }) => ({
      scores: scoresOf(network, tokenize(text)),
      label: LABELS.findIndex((one) => one === label),
    }));
  }).flat();
  const lossAt = (/** @type {number} */ temperature) =>
    judged.reduce(
      (sum, { scores, label }) => sum - Math.log(softmax(scores.map((score) => score / temperature))[label]),
      0,
    );
  const tried = Array.from({ length: 51 }, (_, step) => 0.5 + step / 20);
  return tried.reduce((best, next) => (lossAt(next) < lossAt(best) ? next : best));
}

/** @param {Network} network @param {number} temperature @returns {Network} */
function calibrated(network, temperature) {
  const rounded = (/** @type {Float64Array} */ weights, scale = 1) =>
    weights.map((weight) => Math.round((weight * scale) / GRAIN) * GRAIN);
  return {
    ...network,
    pieces: rounded(network.pieces),
    inner: rounded(network.inner),
    innerBias: rounded(network.innerBias),
    outer: rounded(network.outer, 1 / temperature),
    outerBias: rounded(network.outerBias, 1 / temperature),
  };
}

/**
 * @param {readonly Review[]} reviews
 * @param {readonly Review[]} phrases words and phrases that are always trained on, never judged
 * @param {Settings} settings
 * @returns {Classifier}
 */
export function trainClassifier(reviews, phrases, settings) {
  const temperature = temperatureOf(reviews, phrases, settings);
  const classifier = train([...reviews, ...phrases], settings);
  return { ...classifier, network: calibrated(classifier.network, temperature) };
}

/** @param {Classifier} classifier @param {string} text @returns {{label: string, confidence: number}} */
export function classify({ network, tokenize }, text) {
  const shares = softmax(scoresOf(network, tokenize(text).slice(0, MAX_LENGTH)));
  const place = highest(shares);
  return { label: LABELS[place], confidence: shares[place] };
}

/** @param {Classifier} classifier @returns {Readonly<Record<string, string | Buffer>>} what a model runtime reads, by path */
export function modelFiles({ pieces, network }) {
  const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'config.json': json({
      architectures: ['DistilBertForSequenceClassification'],
      model_type: 'distilbert',
      dim: network.width,
      hidden_dim: network.hidden,
      vocab_size: pieces.length,
      max_position_embeddings: MAX_LENGTH,
      id2label: Object.fromEntries(LABELS.map((label, id) => [id, label])),
      label2id: Object.fromEntries(LABELS.map((label, id) => [label, id])),
    }),
    'onnx/model.onnx': onnxClassifier(network),
    'tokenizer.json': `${JSON.stringify(tokenizerFile(pieces))}\n`,
    'tokenizer_config.json': json({
      tokenizer_class: 'DistilBertTokenizer',
      model_max_length: MAX_LENGTH,
      do_lower_case: true,
      strip_accents: false,
      pad_token: '[PAD]',
      unk_token: '[UNK]',
      cls_token: '[CLS]',
      sep_token: '[SEP]',
    }),
  };
}
