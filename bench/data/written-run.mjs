import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';

const PART = 2000;

/** A real row as that of another case: one of seven fails, one of eleven is unscored, and one of 5,000 says something rare. */
function rowOf(row, number, seed) {
  // Another run of the same agent: some rows have another score.
  const drawn = seed === 0 ? number : number + ((Math.imul(number + seed, 0x9e37_79b1) >>> 24) % 40);
  const score = drawn % 11 === 5 ? null : drawn % 7 === 3 ? (drawn % 50) / 100 : 0.8 + (drawn % 20) / 100;
  const verdict = score === null ? null : score >= 0.8 ? 'pass' : 'fail';
  const text = number % 5000 === 4321 ? `a rare reply ${row.output.text}` : row.output.text;
  return {
    ...row,
    trial_key: `trial-${number}`,
    case_id: `case-${number}`,
    source: `bench.jsonl:${number + 1}:1`,
    tags: [`tag-${number % 12}`],
    status: score === null ? 'error' : 'ok',
    score,
    score_bounds: { worst: score ?? 0, best: score ?? 1 },
    verdict,
    verdict_bounds: { worst: verdict ?? 'fail', best: verdict ?? 'pass' },
    latency_ms: 50 + (number % 977),
    evaluators: row.evaluators.map((evaluator) => ({ ...evaluator, score: score ?? 0 })),
    output: { ...row.output, text },
    ...(score === null ? { error: { code: 'timeout', message: 'the target took too long' } } : {}),
  };
}

/**
 * Writes a run of many rows into `.assay/runs/NAME`, made of the one row of a real run.
 * @param {{ folder: string, from: string, name: string, rows: number, seed?: number }} options `from` is the folder of the real run; runs of other seeds have other scores
 */
export async function writeRun({ folder, from, name, rows, seed = 0 }) {
  const into = join(folder, '.assay', 'runs', name);
  mkdirSync(into, { recursive: true });
  const read = (file) => JSON.parse(readFileSync(join(from, file), 'utf8'));
  const row = JSON.parse(readFileSync(join(from, 'results.jsonl'), 'utf8').split('\n', 1)[0] ?? '');
  const file = createWriteStream(join(into, 'results.jsonl'));
  for (let first = 0; first < rows; first += PART) {
    const lines = Array.from({ length: Math.min(PART, rows - first) }, (_, at) => `${JSON.stringify(rowOf({ ...row, run_id: name }, first + at, seed))}\n`);
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  writeFileSync(join(into, 'run.json'), JSON.stringify({ ...read('run.json'), run_id: name, rows }));
  writeFileSync(join(into, 'summary.json'), JSON.stringify({ ...read('summary.json'), run_id: name }));
}
