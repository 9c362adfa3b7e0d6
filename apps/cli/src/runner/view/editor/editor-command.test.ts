import { describe, expect, test } from 'vitest';
import { editorCommand } from './editor-command.js';

const PLACE = { file: '/project/evals/a b.yaml', line: 7, column: 3 };
const started = (env: Record<string, string>): readonly string[] | undefined => {
  const editor = editorCommand(env);
  return editor && [editor.program, ...editor.argumentsFor(PLACE)];
};

describe('editorCommand', () => {
  test.each([
    [{ VISUAL: 'code' }, ['code', '-g', '/project/evals/a b.yaml:7:3']],
    [{ VISUAL: 'code --reuse-window', EDITOR: 'vim' }, ['code', '--reuse-window', '-g', '/project/evals/a b.yaml:7:3']],
    [{ VISUAL: '', EDITOR: '"/opt/My Editor/subl" -n' }, ['/opt/My Editor/subl', '-n', '/project/evals/a b.yaml:7:3']],
    [{ VISUAL: 'idea' }, ['idea', '--line', '7', '--column', '3', '/project/evals/a b.yaml']],
    [{ VISUAL: 'C:\\Tools\\Code.exe' }, ['C:\\Tools\\Code.exe', '-g', '/project/evals/a b.yaml:7:3']],
    [{ VISUAL: '/usr/local/bin/my-own-editor' }, ['/usr/local/bin/my-own-editor', '/project/evals/a b.yaml']],
    // No shell reads it.
    [{ VISUAL: 'code; touch /tmp/x' }, ['code;', 'touch', '/tmp/x', '/project/evals/a b.yaml']],
  ])('%j', (env, expected) => {
    expect(started(env)).toEqual(expected);
  });

  test.each([{ VISUAL: 'vim' }, { EDITOR: '/usr/bin/nano -w' }, { VISUAL: 'nvim.exe' }, { PATH: '/nowhere' }, {}])('%j opens nothing', (env) => {
    expect(started(env)).toBeUndefined();
  });
});
