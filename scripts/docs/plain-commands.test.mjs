import { expect, test } from 'vitest';
import { plainCommands } from './plain-commands.mjs';

test.each([
  ['assay run evals/a.yaml --target bot', [['run', 'evals/a.yaml', '--target', 'bot']]],
  ['# first\nassay init\n\nassay run a.yaml \\\n  --repeat=2\n', [['init'], ['run', 'a.yaml', '--repeat=2']]],
  [`assay show 'a  "b"' "it's" --where='x y'z`, [['show', 'a  "b"', "it's", '--where=x yz']]],
])('what a shell takes as it stands: %j', (text, commands) => {
  expect(plainCommands(text)).toEqual(commands);
});

test.each(['', '# nothing', 'assay run *.yaml', 'assay run "$FILE"', 'assay run a.yaml | head', 'assay run a.yaml > out', 'assay run a.yaml && echo', 'A=1 assay run', 'echo hi\nassay run', 'assay show "a\\"b"', "assay show 'open", 'assay run ~/a.yaml', 'assay run a{b,c}.yaml', 'assay run a.yaml # all', 'assay run a.yaml;', 'assay run [ab].yaml', 'assay run a\\ b', 'assay run "`date`"', 'assay run &'])(
  'what has a meaning in a shell, or starts something else, is for a shell: %j',
  (text) => {
    expect(plainCommands(text)).toBeUndefined();
  },
);
