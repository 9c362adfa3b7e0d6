import { describe } from 'vitest';
import type { BadInput } from './support/projects/bad-input.js';
import { check, script, suite, target } from './support/projects/small-suite-text.js';
import { tellOf } from './support/projects/told-bad-input.js';

const SCRIPTS: readonly BadInput[] = [
  { what: 'a script that hangs', files: { 'x.yaml': script('[node, -e, "setInterval(() => {}, 1000)"]', ', timeout_seconds: 0.5') }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 3, says: [/0\.5 ?s|timed out|time/u] },
  { what: 'a script that crashes', files: { 'x.yaml': script(`[node, -e, "console.error('boom'); process.exit(3)"]`) }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 3, says: ['boom', '3'] },
  { what: 'a script whose score is out of range', files: { 'x.yaml': script(`[node, -e, "console.log(JSON.stringify({score: 7}))"]`) }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 3, says: ['7'] },
  { what: 'an agent that is missing', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: cli, command: [no-such-agent]') }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 3, says: ['no-such-agent'] },
  { what: 'an agent that hangs', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: cli, timeout_seconds: 0.5, max_retries: 0, command: [node, -e, "setInterval(() => {}, 1000)"]') }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 3, says: [/0\.5 ?s/u] },
  { what: 'an agent that crashes', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target(`provider: cli, command: [node, -e, "console.error('out of luck'); process.exit(9)"]`) }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 3, says: ['out of luck', '9'] },
];

describe('bad input in programs and servers: one clear message with its place and the way out', () => {
  tellOf(SCRIPTS);
});
