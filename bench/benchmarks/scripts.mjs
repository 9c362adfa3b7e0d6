import { preparePoint, scoringDefinitions } from '../../packages/evaluators/dist/index.js';
import { findPointFunction } from '../../packages/schema/dist/index.js';
import { freshContexts } from '../parts/fresh-contexts.mjs';
import { median } from '../parts/run-process.mjs';
import { makeTexts } from '../data/texts.mjs';

/** What blueprints ask with `$js`, for one response. */
const SCRIPTS = [
  'r.length > 100',
  'r.includes("fiduciary duty")',
  'r.startsWith("Answer")',
  '/prudent (person|man)/.test(r)',
  'r.trim().endsWith(".")',
  'r.indexOf("guarantee") === -1',
  'r.length < 5000 && r.length > 10',
  '({ score: r.includes("care") ? 1 : 0.5, explain: "about care" })',
  '!r.includes("```")',
  'Math.min(1, r.length / 1000)',
];
const AT_ONCE = 50;
const RESPONSES = 1000;
const FRESH_RESPONSES = 60;
const ROUNDS = 5;

/** Evaluations a second of the point function, with as many responses at once as a run has. */
async function sandboxed(texts) {
  const point = findPointFunction(scoringDefinitions().pointFunctions, 'js');
  const checks = SCRIPTS.map((script) => preparePoint(point, script));
  const { signal } = new AbortController();
  const queue = texts.values();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const text of queue) await Promise.all(checks.map((check) => check({ text, toolCalls: [], signal })));
    }),
  );
  return (texts.length * SCRIPTS.length * 1000) / (performance.now() - start);
}

function fresh(evaluate, texts) {
  const start = performance.now();
  for (const text of texts) for (const script of SCRIPTS) evaluate(script, text);
  return (texts.length * SCRIPTS.length * 1000) / (performance.now() - start);
}

export const benchmark = {
  name: 'scripts',
  async run() {
    const evaluate = await freshContexts();
    const times = [];
    let rate = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await sandboxed(makeTexts(RESPONSES, 2 * round, 80));
      const floor = fresh(evaluate, makeTexts(FRESH_RESPONSES, 2 * round + 1, 80));
      // The first round starts the thread.
      if (round > 0) times.push(ours / floor);
      rate = ours;
    }
    return [
      {
        what: 'ten $js on each response, 50 responses at once',
        value: median(times),
        bound: 20,
        atLeast: true,
        unit: '× the rate of fresh contexts',
        note: `${Math.round(rate / 1000)},000 evaluations/s`,
      },
    ];
  },
};
