import type { CommandDefinition } from './define-command.js';
import { audit } from './items/audit.js';
import { baseline } from './items/baseline.js';
import { cache } from './items/cache.js';
import { calibrate } from './items/calibrate.js';
import { cases } from './items/cases.js';
import { compare } from './items/compare.js';
import { convert } from './items/convert.js';
import { generate } from './items/generate.js';
import { init } from './items/init.js';
import { label } from './items/label.js';
import { list } from './items/list.js';
import { merge } from './items/merge.js';
import { plan } from './items/plan.js';
import { rank } from './items/rank.js';
import { report } from './items/report.js';
import { run } from './items/run.js';
import { score } from './items/score.js';
import { show } from './items/show.js';
import { validate } from './items/validate.js';
import { view } from './items/view.js';
import { worker } from './items/worker.js';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandDefinition[] = [
  run,
  validate,
  cases,
  score,
  merge,
  show,
  view,
  report,
  compare,
  baseline,
  label,
  calibrate,
  audit,
  rank,
  cache,
  generate,
  convert,
  plan,
  worker,
  init,
  list,
];
