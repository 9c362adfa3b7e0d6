import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { realpathSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFileRule } from './file-rule.js';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-rule-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  return folder;
}

function ruleOf(root: string, home = root) {
  const rule = createFileRule({ HOME: home }, (path) => realpathSync(path));
  return (file: string) => rule({ path: join(root, file), real: realpathSync(join(root, file)), root });
}

const HIDDEN = 'is hidden: its name or that of a folder begins with a dot';
const OTHERWISE = 'has a name that Windows reads in another way';
const IGNORED = 'is ignored by git';

describe('the rule for files', () => {
  test('hidden files, and files in hidden folders, may not be read', async () => {
    const rule = ruleOf(await folderWith({ '.env': '', '.ssh/id': '', 'a/.b/c.md': '', 'a/c.md': '', 'a..b.md': '' }));
    expect([rule('.env'), rule('.ssh/id'), rule('a/.b/c.md'), rule('a/c.md'), rule('a..b.md')]).toEqual([HIDDEN, HIDDEN, HIDDEN, undefined, undefined]);
  });

  test('nor may files that git ignores, nested lists and exceptions included', async () => {
    const root = await folderWith({
      '.git/info/exclude': 'mine.txt\n',
      '.gitignore': '*.key\nprivate/\n!shared.key\nlogs/*\n!logs/keep.md\n',
      'a.key': '', 'shared.key': '', 'private/a.md': '', 'logs/x.md': '', 'logs/keep.md': '', 'mine.txt': '', 'open.md': '',
      'sub/.gitignore': 'local.md\n!b.key\n', 'sub/local.md': '', 'sub/b.key': '', 'local.md': '',
    });
    const rule = ruleOf(root);
    const told = ['a.key', 'shared.key', 'private/a.md', 'logs/x.md', 'logs/keep.md', 'mine.txt', 'open.md', 'sub/local.md', 'sub/b.key', 'local.md'];
    expect(Object.fromEntries(told.map((file) => [file, rule(file)]))).toEqual({
      'a.key': IGNORED, 'shared.key': undefined, 'private/a.md': IGNORED, 'logs/x.md': IGNORED, 'logs/keep.md': undefined,
      'mine.txt': IGNORED, 'open.md': undefined, 'sub/local.md': IGNORED, 'sub/b.key': undefined, 'local.md': undefined,
    });
  });

  test('a list above the project counts as far as its repository goes, and so do the lists of the user', async () => {
    const top = await folderWith({
      '.gitignore': 'project/out.md\n', '.git/HEAD': '', 'project/out.md': '', 'project/in.md': '', 'project/x.own': '', 'project/y.global': '',
      'home/.gitconfig': '[core]\n\texcludesFile = ~/ignore-these\n', 'home/ignore-these': '*.own\n', 'home/.config/git/ignore': '*.global\n',
    });
    const rule = ruleOf(join(top, 'project'), join(top, 'home'));
    expect([rule('out.md'), rule('in.md'), rule('x.own'), rule('y.global')]).toEqual([IGNORED, undefined, IGNORED, IGNORED]);
  });

  test('a repository that names a list of its own adds to that of the user, and takes nothing out of it', async () => {
    const root = await folderWith({
      '.git/config': '[core]\n\texcludesFile = shared/ignore\n', 'shared/ignore': '*.own\n!*.global\n', 'a.own': '', 'b.global': '', 'c.md': '',
      'home/.config/git/ignore': '*.global\n', 'odd/.git/config': '[core]\nexcludesfile = "../shared"\n', 'odd/a.md': '',
    });
    const rule = ruleOf(root, join(root, 'home'));
    expect([rule('a.own'), rule('b.global'), rule('c.md')]).toEqual([IGNORED, IGNORED, undefined]);
    expect(ruleOf(join(root, 'odd'))('a.md')).toBe(IGNORED);
  });

  test('exclusions of a work tree stand where git keeps them', async () => {
    const top = await folderWith({
      'main/.git/worktrees/w/commondir': '../..\n', 'main/.git/info/exclude': '*.own\n', 'main/.git/modules/s/info/exclude': '*.sub\n',
      'tree/.git': 'gitdir: ../main/.git/worktrees/w\n', 'tree/x.own': '', 'tree/y.md': '', 'module/.git': 'gitdir: ../main/.git/modules/s\n', 'module/x.sub': '',
    });
    const rule = ruleOf(join(top, 'tree'));
    expect([rule('x.own'), rule('y.md'), ruleOf(join(top, 'module'))('x.sub')]).toEqual([IGNORED, undefined, IGNORED]);
  });

  test('a folder of repositories that is no project shares none of them; a project has those inside of it', async () => {
    const files = { 'other/.git/HEAD': '', 'other/a.md': '', 'other/deep/a.md': '', 'plain/a.md': '' };
    const loose = ruleOf(await folderWith(files));
    const OTHER = 'belongs to another repository';
    expect([loose('other/a.md'), loose('other/deep/a.md'), loose('plain/a.md')]).toEqual([OTHER, OTHER, undefined]);
    expect(ruleOf(await folderWith({ ...files, '.git/HEAD': '' }))('other/deep/a.md')).toBeUndefined();
  });

  test('names that Windows reads in another way are refused there', async () => {
    const root = await folderWith({ 'ENV~1': '', 'a.md': '' });
    const rule = createFileRule({ HOME: root }, (path) => path, 'win32');
    const said = (file: string) => rule({ path: join(root, file), real: join(root, file), root });
    expect([said('ENV~1'), said('a.md::$DATA'), said('a.md')]).toEqual([OTHERWISE, OTHERWISE, undefined]);
    expect(ruleOf(root)('ENV~1')).toBeUndefined();
  });

  test('a list that is a link says nothing, so that everything below it is refused', async () => {
    const root = await folderWith({ 'a.md': '', other: '' });
    await symlink(join(root, 'other'), join(root, '.gitignore'));
    expect(ruleOf(root)('a.md')).toBe(IGNORED);
  });

  test('where a link leads counts as well as what it is called', async () => {
    const root = await folderWith({ '.env': '', '.gitignore': 'secret.md\n', 'secret.md': '' });
    await symlink(join(root, '.env'), join(root, 'plain.md'));
    await symlink(join(root, 'secret.md'), join(root, 'other.md'));
    expect([ruleOf(root)('plain.md'), ruleOf(root)('other.md')]).toEqual([HIDDEN, IGNORED]);
  });
});
