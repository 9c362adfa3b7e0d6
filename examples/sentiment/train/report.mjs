import { classify } from './classifier.mjs';
import { LABELS } from './read-reviews.mjs';

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`;

/**
 * How a model does on reviews that it was not trained on.
 * @param {string} name
 * @param {import('./classifier.mjs').Classifier} classifier
 * @param {readonly import('./read-reviews.mjs').Review[]} reviews
 * @returns {string} accuracy, and how often each label was taken for each other
 */
export function report(name, classifier, reviews) {
  const answers = reviews.map((review) => ({ review, ...classify(classifier, review.text) }));
  const right = (/** @type {typeof answers} */ some) =>
    some.filter(({ label, review }) => label === review.label).length;
  const shareOf = (/** @type {string} */ language) => {
    const some = answers.filter(({ review }) => review.language === language);
    return percent(right(some) / some.length);
  };
  const mean = answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
  const width = Math.max(...LABELS.map((label) => label.length));
  const line = (/** @type {string} */ label, /** @type {readonly (string | number)[]} */ cells) =>
    [label.padEnd(width), ...cells.map((cell) => String(cell).padStart(width))].join('  ');
  const table = LABELS.map((meant) => {
    const counts = LABELS.map(
      (given) => answers.filter(({ label, review }) => review.label === meant && label === given).length,
    );
    return line(meant, counts);
  });
  return [
    `${name}: ${right(answers)} of ${answers.length} test reviews right, accuracy ${percent(right(answers) / answers.length)}`,
    `English ${shareOf('english')}, Czech ${shareOf('czech')}, mean confidence ${percent(mean)}`,
    line(
      '',
      LABELS.map((label) => label),
    ),
    ...table,
  ].join('\n');
}
