// Measures string checks against bare searches, in a process whose heap nobody else has filled. Prints name and ratio as JSON.
import { preparePoint, scoringDefinitions } from '../../packages/evaluators/dist/index.js';
import { findPointFunction } from '../../packages/schema/dist/index.js';
import { median } from '../parts/run-process.mjs';
import { makeTexts, NEEDLE, SECOND_NEEDLE } from '../data/texts.mjs';

const TEXTS = 2000;
const ROUNDS = 9;

const MISSING = 'prudent persons';

/** Checks with an argument, and the bare searches that do the same work. */
const CHECKS = [
  ['contains', NEEDLE, [NEEDLE]],
  ['icontains', NEEDLE.toUpperCase(), [NEEDLE]],
  ['contains_any_of', [MISSING, NEEDLE], [MISSING, NEEDLE]],
  ['icontains_any_of', [MISSING.toUpperCase(), NEEDLE], [MISSING, NEEDLE]],
  ['contains_all_of', [NEEDLE, SECOND_NEEDLE], [NEEDLE, SECOND_NEEDLE]],
  ['icontains_all_of', [NEEDLE, SECOND_NEEDLE.toUpperCase()], [NEEDLE, SECOND_NEEDLE]],
  ['contains_at_least_n_of', [1, [NEEDLE, MISSING]], [NEEDLE, MISSING]],
  ['icontains_at_least_n_of', [1, [NEEDLE, MISSING]], [NEEDLE, MISSING]],
  ['starts_with', MISSING, [NEEDLE]],
  ['istarts_with', MISSING.toUpperCase(), [NEEDLE]],
  ['ends_with', MISSING, [NEEDLE]],
  ['iends_with', MISSING.toUpperCase(), [NEEDLE]],
  ['contains_word', NEEDLE, [NEEDLE]],
  ['icontains_word', NEEDLE.toUpperCase(), [NEEDLE]],
];

function timed(action) {
  const start = performance.now();
  action();
  return performance.now() - start;
}

/** Milliseconds of a check over all texts against those of as many bare searches, each on texts that nobody saw before. */
function ratioOf([name, argument, needles]) {
  const point = findPointFunction(scoringDefinitions().pointFunctions, name);
  const { signal } = new AbortController();
  let found = 0;
  const pairs = Array.from({ length: ROUNDS + 2 }, (_, round) => {
    const check = preparePoint(point, argument);
    const own = makeTexts(TEXTS, 2 * round);
    const bare = makeTexts(TEXTS, 2 * round + 1);
    const ours = timed(() => {
      for (const text of own) found += check({ text, toolCalls: [], signal }).score;
    });
    const floor = timed(() => {
      for (const text of bare) for (const needle of needles) found += Number(text.includes(needle));
    });
    return ours / floor;
  });
  if (found === 0) throw new Error('nothing was found: the compiler may have removed the loop');
  // The first rounds compile.
  return median(pairs.slice(2));
}

process.stdout.write(JSON.stringify(CHECKS.map((check) => [check[0], ratioOf(check)])));
