import { defineEvaluator, type Definitions } from '@assay/schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { commandPaths, startCommands, writeCommands } from './command-lines.js';

const deploy = defineEvaluator({
  name: 'deploy',
  aliases: ['rollout'],
  description: 'Starts what it is told.',
  options: v.any(),
  commands: [['hooks', 'before'], ['run']],
  examples: [],
  evaluate: () => ({ score: 1 }),
});
const definitions: Pick<Definitions, 'evaluators'> = { evaluators: [deploy] };
const written = { run: 'a b', hooks: { before: 'c d', after: 'e f' }, script: 'g h' };

test('the definition says which options are commands; without definitions the format does', () => {
  expect(commandPaths(definitions, 'rollout')).toEqual([['hooks', 'before'], ['run']]);
  expect(commandPaths(definitions, 'code_judge')).toEqual([]);
  expect([undefined, 'code_judge', 'composite', 'deploy', 'constructor', '__proto__'].map((type) => commandPaths(undefined, type ?? 'script'))).toEqual([
    [['script']], [['script']], [['aggregator', 'script']], [], [], [],
  ]);
});

test('texts at these places become lists for the shell, and texts again; all else stays as it is', () => {
  const started = startCommands(written, commandPaths(definitions, 'deploy'), 'win32');
  expect(started).toEqual({ run: ['cmd.exe', '/d', '/s', '/c', 'a b'], hooks: { before: ['cmd.exe', '/d', '/s', '/c', 'c d'], after: 'e f' }, script: 'g h' });
  for (const options of [written, { run: ['a', 'b'] }, { run: ' ', hooks: 'c d' }, { hooks: { before: null } }, {}]) {
    const paths = commandPaths(definitions, 'deploy');
    expect(writeCommands(startCommands(options, paths), paths)).toEqual(options);
  }
});
