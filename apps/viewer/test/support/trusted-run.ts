import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireRow, writeRun } from './make-run.js';

const ROWS = 60;
const LABELS = 40;

/** The judge passes two of three, and people one of three. */
const rows = Array.from({ length: ROWS }, (_, number) => {
  const score = number % 3 === 2 ? 0 : 1;
  const judge = { id: 'first', model: 'judge of one family', score, reflection: 'Well said' };
  return wireRow(number, { score, evaluators: [{ name: 'panel', type: 'rubric', weight: 1, score, judges: [judge] }] });
});

const labels = rows.slice(0, LABELS).map(({ trial_key, suite, suite_path, case_id, target, variant, repeat }, number) => ({
  label_version: 1,
  run_id: 'trusted',
  trial_key,
  suite,
  suite_path,
  case_id,
  target,
  variant: variant.label,
  repeat,
  verdict: number % 3 === 0 ? 'pass' : 'fail',
  note: '',
  draw: { chance: LABELS / ROWS, of: ROWS, stratum: '', by: [], seed: 0, size: LABELS },
  at: '2026-01-02T00:00:00.000Z',
}));

const member = (name: string, strength: number, ends: readonly [low: number | null, high: number | null]) => ({
  name,
  strength,
  low: ends[0],
  high: ends[1],
  open_below: ends[0] === null,
  open_above: ends[1] === null,
  wins: 5,
  losses: 3,
  ties: 1,
});

const ranking = {
  schema_version: 1,
  outcome: 'ranked',
  ranked_at: '2026-01-03T00:00:00.000Z',
  runs: ['trusted'],
  criterion: 'is the more helpful one',
  judges: ['first'],
  groups: [
    { tie_rate: 0.2, members: [member('large', 0.8, [0.2, 1.4]), member('small', -0.8, [-1.4, -0.2])] },
    { tie_rate: 0, members: [member('ever best', 1.5, [0.1, null]), member('ever last', -1.5, [null, -0.1])] },
  ],
  pairs: { compared: 18, lost: 0, equal: 2 },
  cases: 9,
  position_bias: [{ judge: 'first', pairs: 16, first: 4, second: 1, led: { rate: 5 / 16, low: 0.11, high: 0.59, cases: 8 } }],
};

/** The run `trusted`, whose replies people labelled and whose targets judges ranked; and `unlabelled`, which nobody looked at. */
export function writeTrustedRun(project: string): void {
  writeRun(project, 'trusted', rows);
  writeRun(project, 'unlabelled', rows.slice(0, 12));
  mkdirSync(join(project, '.assay', 'labels'), { recursive: true });
  writeFileSync(join(project, '.assay', 'labels', 'trusted.jsonl'), labels.map((label) => `${JSON.stringify(label)}\n`).join(''));
  writeFileSync(join(project, '.assay', 'runs', 'trusted', 'ranking.json'), JSON.stringify(ranking));
}
