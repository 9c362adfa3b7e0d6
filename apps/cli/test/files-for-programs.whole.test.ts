import { describe, expect, test } from 'vitest';
import { FILES, file, project, say, seenBy, suiteOf } from './support/projects/showing-program.js';

describe('files of a case and the program of a target', () => {
  test.each([
    ['one text file alone', [file('data/second.txt')], ['<file path="data/second.txt">\ntwo\n\n</file>', '--', '', '--', 'data/second.txt']],
    ['one image alone', [file('data/pixel.png')], ['[file: data/pixel.png]', '--', '', '--', 'data/pixel.png']],
    ['no files', [say('Hi')], ['Hi', '--', '', '--']],
    ['the same file twice', [file('data/second.txt'), say('and'), file('data/second.txt')], [expect.any(String), '--', '', '--', 'data/second.txt']],
    ['guidelines beside a text', [say('Hi'), file('style.instructions.md')], ['Hi', '--', '=== style.instructions.md ===\nUse tabs.\n', '--']],
    [
      'guidelines that two messages refer to',
      [file('style.instructions.md'), say('Hi'), file('./style.instructions.md')],
      ['Hi', '--', '=== style.instructions.md ===\nUse tabs.\n', '--'],
    ],
    [
      'guidelines beside an image',
      [file('style.instructions.md'), file('data/pixel.png')],
      ['[file: data/pixel.png]', '--', '=== style.instructions.md ===\nUse tabs.\n', '--', 'data/pixel.png'],
    ],
  ])('%s', async (_name, content, expected) => {
    const workspace = await project({ 'suite.yaml': suiteOf(content), ...FILES });
    const { argv } = await seenBy(workspace, 'list');
    const shown = argv.map((argument) => argument.replace(`${workspace.folder}/`, ''));
    expect(shown).toEqual(expected);
  });
});
