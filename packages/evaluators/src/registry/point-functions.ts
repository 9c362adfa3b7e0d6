import type { PointFunctionDefinition } from '@assay/schema';
import { contains } from '../point-functions/contains.js';
import { containsAllOf } from '../point-functions/contains-all-of.js';
import { containsAnyOf } from '../point-functions/contains-any-of.js';
import { containsAtLeastNOf } from '../point-functions/contains-at-least-n-of.js';
import { containsWord } from '../point-functions/contains-word.js';
import { endsWith } from '../point-functions/ends-with.js';
import { icontains } from '../point-functions/icontains.js';
import { icontainsAllOf } from '../point-functions/icontains-all-of.js';
import { icontainsAnyOf } from '../point-functions/icontains-any-of.js';
import { icontainsAtLeastNOf } from '../point-functions/icontains-at-least-n-of.js';
import { icontainsWord } from '../point-functions/icontains-word.js';
import { iendsWith } from '../point-functions/iends-with.js';
import { imatches } from '../point-functions/imatches.js';
import { imatchesAllOf } from '../point-functions/imatches-all-of.js';
import { imatchesAtLeastNOf } from '../point-functions/imatches-at-least-n-of.js';
import { isJson } from '../point-functions/is-json.js';
import { istartsWith } from '../point-functions/istarts-with.js';
import { js } from '../point-functions/js.js';
import { matches } from '../point-functions/matches.js';
import { matchesAllOf } from '../point-functions/matches-all-of.js';
import { matchesAtLeastNOf } from '../point-functions/matches-at-least-n-of.js';
import { startsWith } from '../point-functions/starts-with.js';
import { toolArgsMatch } from '../point-functions/tool-args-match.js';
import { toolCallCountBetween } from '../point-functions/tool-call-count-between.js';
import { toolCallOrder } from '../point-functions/tool-call-order.js';
import { toolCalled } from '../point-functions/tool-called.js';
import { wordCountBetween } from '../point-functions/word-count-between.js';

/** Every installed point function. Each has a `not_` form that is not listed. */
export const installedPointFunctions: readonly PointFunctionDefinition[] = [
  contains,
  containsAllOf,
  containsAnyOf,
  containsAtLeastNOf,
  containsWord,
  endsWith,
  icontains,
  icontainsAllOf,
  icontainsAnyOf,
  icontainsAtLeastNOf,
  icontainsWord,
  iendsWith,
  imatches,
  imatchesAllOf,
  imatchesAtLeastNOf,
  isJson,
  istartsWith,
  js,
  matches,
  matchesAllOf,
  matchesAtLeastNOf,
  startsWith,
  toolArgsMatch,
  toolCallCountBetween,
  toolCallOrder,
  toolCalled,
  wordCountBetween,
];
