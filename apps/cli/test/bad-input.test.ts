import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { BadInput } from './support/projects/bad-input.js';
import { CASE, check, script, suite, target } from './support/projects/small-suite-text.js';
import { tellOf } from './support/projects/told-bad-input.js';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const good = { id: 'one', expected_outcome: 'Says hello', input: 'Say hello', evaluators: [{ type: 'contains', value: 'hello' }] };

const FILES: readonly BadInput[] = [
  {
    what: 'a file that is not YAML',
    files: { 'x.yaml': 'evalcases:\n  - id: one\n   input: [\n' },
    args: ['run', 'x.yaml', '--target', 'mock'],
    exitCode: 2,
    says: [/x\.yaml:\d+:\d+: error:/u, 'fix:'],
  },
  { what: 'a tab as indentation', files: { 'x.yaml': 'evalcases:\n\t- id: one\n' }, args: ['validate', 'x.yaml'], exitCode: 2, says: [/x\.yaml:2:\d+: error:.*tab/iu] },
  { what: 'an empty file', files: { 'x.yaml': '' }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 2, says: [/x\.yaml.*empty/u, 'fix:'] },
  { what: 'an empty JSONL file', files: { 'x.jsonl': '\n\n' }, args: ['run', 'x.jsonl', '--target', 'mock'], exitCode: 2, says: [/x\.jsonl:1:1: error: the file is empty/u, 'fix:'] },
  {
    what: 'a weight of a case that no sum could hold',
    files: { 'x.yaml': suite(`${check}, weight: 1.0e+308`) },
    args: ['run', 'x.yaml', '--target', 'mock'],
    exitCode: 2,
    says: [/x\.yaml:2:\d+: error: the weight of a case must be at most 1e\+100/u, 'fix:'],
  },
  { what: 'a file that does not exist', args: ['run', 'nope.yaml', '--target', 'mock'], exitCode: 2, says: ['nope.yaml', 'fix:'] },
  {
    what: 'a folder without eval files',
    prepare: async ({ folder }) => {
      await mkdir(join(folder, 'empty'));
    },
    args: ['run', 'empty', '--target', 'mock'],
    exitCode: 2,
    says: ['empty', 'fix:'],
  },
  {
    what: 'a folder that is named like a file',
    prepare: async ({ folder }) => {
      await mkdir(join(folder, 'x.yaml'));
    },
    args: ['run', 'x.yaml', '--target', 'mock'],
    exitCode: 2,
    says: ['x.yaml'],
  },
  { what: 'a binary file', files: { 'x.yaml': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff, 0xfe]) }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 2, says: ['x.yaml', /binary|not text|UTF-8/u] },
  { what: 'a format that is not supported', files: { 'x.txt': 'hello' }, args: ['run', 'x.txt', '--target', 'mock'], exitCode: 2, says: ['.yaml', '.jsonl'] },
  { what: 'invalid JSON in a line', files: { 'x.jsonl': `${line(good)}{"id": "two" "input": 1}\n` }, args: ['run', 'x.jsonl', '--target', 'mock'], exitCode: 2, says: [/x\.jsonl:2:/u, 'Line 2: Invalid JSON'] },
  { what: 'a wrong type', files: { 'x.jsonl': line({ ...good, input: undefined, input_messages: 'hello' }) }, args: ['run', 'x.jsonl', '--target', 'mock'], exitCode: 2, says: ['Line 1', 'input_messages'] },
  { what: 'a negative weight', files: { 'x.yaml': suite('evaluators: [{type: contains, value: a, weight: -1}]') }, args: ['validate', 'x.yaml'], exitCode: 2, says: [/x\.yaml:2:\d+: error:.*weight must be >= 0/u] },
  { what: 'a weight that is no number', files: { 'x.yaml': suite('evaluators: [{type: contains, value: a, weight: high}]') }, args: ['validate', 'x.yaml'], exitCode: 2, says: [/weight must be/u] },
  { what: 'an unknown evaluator', files: { 'x.yaml': suite('evaluators: [{type: contians, value: a}]') }, args: ['validate', 'x.yaml'], exitCode: 2, says: [/x\.yaml:2:\d+/u, 'contians', 'contains'] },
  { what: 'the name of an evaluator as a key', files: { 'x.yaml': suite('evaluators: [{contains: a}, {llm_judge: Is it polite?}]') }, args: ['validate', 'x.yaml'], exitCode: 2, says: [/x\.yaml:2:\d+: error: an evaluator has no type\n {2}fix: write type: contains and value: …, in place of contains\n/u, 'fix: write type: llm_judge, and its options as keys beside it'] },
  { what: 'an unknown mode', files: { 'x.yaml': suite('evaluators: [{type: tool_trajectory, mode: sometimes, expected: [{tool: a}]}]') }, args: ['validate', 'x.yaml'], exitCode: 2, says: ['any_order, in_order, exact'] },
  { what: 'two cases of one id', files: { 'x.yaml': `${suite(check)}  - {${CASE}}\n` }, args: ['validate', 'x.yaml'], exitCode: 2, says: [/x\.yaml:3:\d+/u, /x\.yaml:2:\d+/u, 'one'] },
  { what: 'a mistyped key, strictly', files: { 'x.yaml': suite('evalutors: [contains]') }, args: ['run', 'x.yaml', '--target', 'mock', '--strict'], exitCode: 2, says: ['evalutors', 'evaluators'] },
  { what: 'only incomplete cases', files: { 'x.yaml': 'evalcases:\n  - {id: one, input: hello}\n' }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 2, says: ['missing expected_outcome'] },
  { what: 'an alias bomb', files: { 'x.yaml': `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nevalcases: [*e,*e,*e,*e,*e,*e]\n` }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 2, says: ['x.yaml', /alias/iu] },
];

const SETUP: readonly BadInput[] = [
  { what: 'an unknown provider', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--target', 'opnai:gpt-4o'], exitCode: 2, says: ['opnai', 'openai:gpt-4o'] },
  { what: 'an unknown target', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: mock') }, args: ['run', 'x.yaml', '--target', 'agnet'], exitCode: 2, says: ['agnet', '"agent"'] },
  { what: 'no target', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml'], exitCode: 2, says: ['no target', '--target'] },
  { what: 'a missing key', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--target', 'openai:gpt-4o-mini'], exitCode: 2, says: ['OPENAI_API_KEY', 'fix:'] },
  { what: 'a missing variable', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: openai, model: a, api_key: "${NO_SUCH_KEY}"') }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 2, says: ['NO_SUCH_KEY', 'targets.yaml:2'] },
  { what: 'an unknown provider in a target file', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: antropic, model: a') }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 2, says: ['antropic', 'anthropic', 'targets.yaml:2'] },
  { what: 'a wrong option of a target', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: mock, delay_ms: soon') }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 2, says: ['delay_ms', 'targets.yaml:2'] },
  { what: 'a judge that is needed and not there', files: { 'x.yaml': suite(''), '.assay/targets.yaml': target('provider: mock') }, args: ['run', 'x.yaml', '--target', 'agent'], exitCode: 2, says: ['--judge'] },
  { what: 'an unknown judge', files: { 'x.yaml': suite(''), '.assay/targets.yaml': target('provider: mock') }, args: ['run', 'x.yaml', '--target', 'agent', '--judge', 'nobody'], exitCode: 2, says: ['nobody', '--judge'] },
  { what: 'a target file that is no YAML', files: { 'x.yaml': suite(check), '.assay/targets.yaml': 'targets: [' }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 2, says: [/targets\.yaml:\d+:\d+/u] },
  { what: 'an unknown option', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--tagret', 'mock'], exitCode: 2, says: ['--tagret', '--target'] },
  { what: 'an unknown command', args: ['rnu', 'x.yaml'], exitCode: 2, says: ['rnu', 'run'] },
  { what: 'no command', args: [], exitCode: 2, says: ['Usage: assay'] },
  { what: 'a concurrency of 0', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--concurrency', '0'], exitCode: 2, says: ['--concurrency'] },
  { what: 'a threshold above 1', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--threshold', '8'], exitCode: 2, says: ['--threshold', '0 to 1'] },
  { what: 'an id that no case has', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--target', 'mock', '--id', 'two'], exitCode: 2, says: ['two', 'one'] },
  { what: 'a run that does not exist', files: { 'x.yaml': suite(check) }, args: ['run', 'x.yaml', '--target', 'mock', '--filter-failed', 'nope'], exitCode: 2, says: ['nope'] },
  { what: 'outputs that do not exist', files: { 'x.yaml': suite(check) }, args: ['score', 'x.yaml', '--outputs', 'nope.jsonl'], exitCode: 2, says: ['nope.jsonl'] },
  {
    what: 'a run folder that cannot be written',
    files: { 'x.yaml': suite(check), file: '' },
    prepare: async ({ folder }) => chmod(join(folder, 'file'), 0o444),
    args: ['run', 'x.yaml', '--target', 'mock', '--out', 'file/run'],
    exitCode: 3,
    says: ['file'],
  },
];

const SCRIPTS: readonly BadInput[] = [
  { what: 'a script that is missing', files: { 'x.yaml': script('[./nope.sh]') }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 2, says: [/x\.yaml:2:\d+/u, 'nope.sh'] },
  { what: 'a program that is not installed', files: { 'x.yaml': script('[no-such-program]') }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 3, says: ['no-such-program'] },
  { what: 'a script that prints rubbish', files: { 'x.yaml': script(`[node, -e, "console.log('all good'); console.error('why: no idea')"]`) }, args: ['run', 'x.yaml', '--target', 'mock'], exitCode: 3, says: ['no idea'] },
  { what: 'a server that is not there', files: { 'x.yaml': suite(check), '.assay/targets.yaml': target('provider: openai, model: a, api_key: k, endpoint: "http://127.0.0.1:9/v1"') }, args: ['run', 'x.yaml', '--target', 'agent', '--max-retries', '0'], exitCode: 3, says: ['127.0.0.1:9'] },
];

describe.each([
  ['files', FILES],
  ['set-up', SETUP],
  ['programs and servers', SCRIPTS],
] as const)('bad input in %s: one clear message with its place and the way out', (_, table) => {
  tellOf(table);
});
