import { expect, test } from 'vitest';
import { toldLimits } from './told-limits.js';

const NOON = 'Sun, 22 Nov 2026 12:00:00 GMT';
const now = (): number => Date.parse(NOON) - 3_600_000;

test.each<[string, Record<string, string>, ReturnType<typeof toldLimits>]>([
  [
    'durations',
    {
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '59',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-remaining-tokens': '149984',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    { requests: { remaining: 59, resetMs: 1000 }, tokens: { remaining: 149_984, resetMs: 360_000 } },
  ],
  ['parts of seconds', { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '2m59.56s' }, { requests: { remaining: 0, resetMs: 179_560 } }],
  ['milliseconds', { 'x-ratelimit-remaining-tokens': '3', 'x-ratelimit-reset-tokens': '17ms' }, { tokens: { remaining: 3, resetMs: 17 } }],
  [
    'times, by the clock of the server; the limit that is nearest to its end counts',
    {
      date: NOON,
      'anthropic-ratelimit-requests-remaining': '7',
      'anthropic-ratelimit-requests-reset': '2026-11-22T12:00:20Z',
      'anthropic-ratelimit-input-tokens-remaining': '9000',
      'anthropic-ratelimit-input-tokens-reset': '2026-11-22T12:00:05.5Z',
      'anthropic-ratelimit-output-tokens-remaining': '200',
      'anthropic-ratelimit-output-tokens-reset': '2026-11-22T12:00:30Z',
    },
    { requests: { remaining: 7, resetMs: 20_000 }, tokens: { remaining: 200, resetMs: 30_000 } },
  ],
  ['times, by the clock of this machine where the server tells none', { 'anthropic-ratelimit-requests-remaining': '0', 'anthropic-ratelimit-requests-reset': '2026-11-22T11:00:02Z' }, { requests: { remaining: 0, resetMs: 2000 } }],
  ['a time that is over', { date: NOON, 'anthropic-ratelimit-requests-remaining': '0', 'anthropic-ratelimit-requests-reset': '2026-11-22T11:59:00Z' }, { requests: { remaining: 0, resetMs: 0 } }],
  ['plain seconds', { 'ratelimit-remaining': '4', 'ratelimit-reset': '12' }, { requests: { remaining: 4, resetMs: 12_000 } }],
  ['milliseconds since the epoch', { date: NOON, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse(NOON) + 1500) }, { requests: { remaining: 0, resetMs: 1500 } }],
  ['seconds since the epoch', { date: NOON, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse(NOON) / 1000 + 3) }, { requests: { remaining: 0, resetMs: 3000 } }],
  ['headers that were sent twice', { 'x-ratelimit-remaining-requests': '0, 0', 'x-ratelimit-reset-requests': '2s, 2s' }, { requests: { remaining: 0, resetMs: 2000 } }],
  ['those of a server and of its proxy: each number with its own time', { 'ratelimit-remaining': '50, 0', 'ratelimit-reset': '60, 2' }, { requests: { remaining: 0, resetMs: 2000 } }],
  ['dates that were sent twice', { date: NOON, 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-reset': `${NOON.replace('00:00', '00:04')}, ${NOON.replace('00:00', '00:03')}` }, { requests: { remaining: 0, resetMs: 4000 } }],
  ['the field RateLimit', { ratelimit: '"default";r=0;t=2' }, { requests: { remaining: 0, resetMs: 2000 } }],
  ['the same without a name', { ratelimit: 'r=0;t=2' }, { requests: { remaining: 0, resetMs: 2000 } }],
  ['several limits in one field', { ratelimit: '"burst, short";r=3;t=1, "minute";r=2;t=40, "tokens";r=900;t=7', 'ratelimit-policy': '"burst, short";q=10;w=1' }, { requests: { remaining: 2, resetMs: 40_000 }, tokens: { remaining: 900, resetMs: 7000 } }],
  ['a field that was sent twice, without names', { ratelimit: 'r=9;t=60, r=0;t=2' }, { requests: { remaining: 0, resetMs: 2000 } }],
  ['the field of older drafts', { ratelimit: 'limit=100, remaining=50, reset=30' }, { requests: { remaining: 50, resetMs: 30_000 } }],
  ['a field without a time', { ratelimit: '"default";r=0' }, undefined],
  ['nothing of the kind', { 'content-type': 'application/json' }, undefined],
  ['what is left, and not until when', { 'x-ratelimit-remaining-requests': '0' }, undefined],
  ['nonsense', { 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-reset-requests': 'soon', 'x-ratelimit-other': '5' }, undefined],
])('%s', (_, headers, expected) => {
  expect(toldLimits(headers, now)).toEqual(expected);
});
