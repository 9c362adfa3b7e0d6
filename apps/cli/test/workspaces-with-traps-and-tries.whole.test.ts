import { describe, expect, test } from 'vitest';
import { changesOf, FILES, project } from './support/projects/changing-agent.js';

test('an agent that puts traps into its workspace: the trial ends, nothing outside is shown, and nothing stays', async () => {
  const agent = `cat > /dev/null
rm TODO.md; ln -s ../../../outside/secret.txt TODO.md; ln -s ../../../outside sub; ln -s . loop; mkfifo pipe .gitignore
truncate -s 1G huge; printf '\\000x' > binary; mkdir deep; d=deep; for i in $(seq 60); do d=$d/dddddddddddddddddddddddddddddddddddddddddddddddddd; done; mkdir -p $d; echo x > $d/x
mkdir closed; echo x > closed/x; chmod 000 closed
touch "$(printf 'a\\nb\\033[2J')"; for i in $(seq 3000); do echo $i > many$i; done; echo Done.`;
  const opened = await project({ 'agent.sh': agent, 'outside/secret.txt': 'TOPSECRET\n' });
  const start = performance.now();
  const { exitCode, stderr } = await opened.run('run', 'suite.yaml', '--out', 'run');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(performance.now() - start).toBeLessThan(30_000);
  const text = (await changesOf(opened)) ?? '';
  expect(text.length).toBeLessThan(80_000);
  expect(`${text}${opened.judge.requests[0]?.text}`).not.toContain('TOPSECRET');
  expect(text).toContain('+../../../outside/secret.txt');
  expect(text).toContain('it has 1073741824 bytes');
  expect(text).toContain('it is no text, and has 2 bytes');
  expect(text).not.toContain('\u001B');
  expect(text).toMatch(/\\ There are changes to \d+ more files, which are not shown:/u);
  const shown = await opened.run('show', 'run', '--id', 'one');
  expect(shown).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('\u001B') });
});

describe('what an agent did to its files', () => {
  test('is that of the try that was answered, and what a hook has prepared is none of it', async () => {
    const prepared = FILES['suite.yaml'].replace('template: template', 'template: template, hooks: { before_each: { command: \'echo by hook >> "$ASSAY_WORKSPACE/TODO.md"; touch "$ASSAY_WORKSPACE/made"\' } }');
    const agent = 'cat > /dev/null; echo "try $ASSAY_ATTEMPT" >> TODO.md; rm -f made; test "$ASSAY_ATTEMPT" = 2 || sleep 30; echo Done.';
    const opened = await project({ 'suite.yaml': prepared, 'agent.sh': agent });
    expect((await opened.run('run', 'suite.yaml', '--out', 'run', '--timeout', '2')).exitCode).toBe(0);
    expect(await changesOf(opened)).toBe(
      'diff --git a/TODO.md b/TODO.md\n--- a/TODO.md\n+++ b/TODO.md\n@@ -1,2 +1,3 @@\n # Tasks\n by hook\n+try 2\ndiff --git a/made b/made\ndeleted file mode 100644',
    );
  });
});
