import { describe, expect, test } from 'vitest';
import { optionEntries } from '../src/options/option-values.js';
import { startChatServer, type ChatAnswer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - {id: one, expected_outcome: Greets, input: Say hello, rubrics: [Must be polite]}
`;
const CHECK = `evalcases:
  - {id: one, expected_outcome: Greets, input: Say hello, evaluators: [{type: icontains, value: hello}]}
`;
const assessment = (classification: string): string =>
  JSON.stringify({ reflection: 'So it is.', hits: [], misses: [], classification });

/** A project whose targets are the models of one loopback server. */
async function project(models: Readonly<Record<string, ChatAnswer>>, files: Readonly<Record<string, string>>) {
  const server = await startChatServer(({ model }) => models[model] ?? { status: 404 });
  const targets = Object.keys(models).map(
    (model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}\n`,
  );
  const workspace = await createWorkspace({ '.assay/targets.yaml': `targets:\n${targets.join('')}`, ...files });
  const asked = (model: string): number => server.requests.filter((request) => request.model === model).length;
  return { workspace, asked, url: server.url };
}

/** Options of `assay run` that have to be given a value. */
const VALUED = optionEntries.flatMap(([, { flags, only }]) => (flags?.includes('<') && only !== 'score' ? [/--[a-z-]+/u.exec(flags)?.[0] ?? ''] : []));

describe('a value that an option cannot have', () => {
  test('is an error with a way out, whichever option it is', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': CHECK });
    expect(VALUED.length).toBeGreaterThan(20);
    for (const option of VALUED) {
      const { exitCode, stderr } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--dry-run', `${option}=`], { cwd: folder });
      expect({ option, exitCode, stderr }).toEqual({ option, exitCode: 2, stderr: expect.stringMatching(/^error: .+\n {2}fix: .+\n$/u) as string });
    }
  });
});

test('a count of tokens that is none is quoted: it is no secret', async () => {
  const { folder } = await createWorkspace({ 'suite.yaml': CHECK });
  for (const option of ['--max-tokens', '--tokens-per-minute']) {
    const { stderr } = await runAssay(['run', 'suite.yaml', '--target', 'mock', `${option}=a-thousand`], { cwd: folder });
    expect(stderr).toContain("argument 'a-thousand' is invalid");
  }
});

describe('assay run: who judges, with what, and for how long', () => {
  test('--judge replaces the panel of the project, and several of them make a panel', async () => {
    const { workspace, asked } = await project(
      { agent: 'Hello!', configured: assessment('NOT_MET'), kind: assessment('FULLY_MET'), strict: assessment('HALF_MET') },
      { 'suite.yaml': SUITE, '.assay/config.yaml': 'judges: [configured]\n' },
    );
    const args = ['run', 'suite.yaml', '--target', 'agent', '--judge', 'kind', '--judge', 'strict'];
    const { exitCode } = await runAssay(args, { cwd: workspace.folder });
    const [row] = await workspace.rows();
    expect(row).toMatchObject({ score: 0.75, status: 'ok', verdict: 'borderline' });
    expect(row?.evaluators[0]?.points?.[0]?.judges?.map(({ id }) => id)).toEqual(['kind', 'strict']);
    expect(asked('configured')).toBe(0);
    expect(exitCode).toBe(0);
  });

  test('--backup-judge is asked when every judge failed, and only then', async () => {
    const models = { agent: 'Hello!', rubbish: 'I like trains.', spare: assessment('FULLY_MET'), good: assessment('HALF_MET') };
    const { workspace, asked } = await project(models, { 'suite.yaml': SUITE });
    const run = (judge: string, out: string) =>
      runAssay(['run', 'suite.yaml', '--target', 'agent', '--judge', judge, '--backup-judge', 'spare', '--out', out], {
        cwd: workspace.folder,
      });
    await run('good', 'first');
    expect((await workspace.rows('first'))[0]?.score).toBe(0.5);
    expect(asked('spare')).toBe(0);
    await run('rubbish', 'second');
    expect((await workspace.rows('second'))[0]).toMatchObject({ score: 1, status: 'partial' });
    expect(asked('spare')).toBe(1);
  });

  test('--targets adds the targets of a file, which win over those of the project', async () => {
    const { workspace, asked, url } = await project({ agent: 'Hello!', other: 'Go away.' }, { 'suite.yaml': CHECK });
    await workspace.write({
      'more.yaml': `targets:\n  - {name: agent, provider: openai, model: other, endpoint: '${url}', api_key: test}\n`,
    });
    const args = ['run', 'suite.yaml', '--target', 'agent', '--targets', 'more.yaml'];
    const { exitCode } = await runAssay(args, { cwd: workspace.folder });
    expect([asked('agent'), asked('other'), exitCode]).toEqual([0, 1, 1]);
  });

  test('--timeout ends a reply that takes longer: unscored with the time, exit 3', async () => {
    const { workspace, asked } = await project({ agent: { hang: true } }, { 'suite.yaml': CHECK });
    const args = ['run', 'suite.yaml', '--target', 'agent', '--timeout', '0.3', '--max-retries', '1'];
    const { exitCode, stdout } = await runAssay(args, { cwd: workspace.folder });
    expect((await workspace.rows())[0]).toMatchObject({ status: 'error', score: null, error: { code: 'timeout' } });
    expect(stdout).toContain('0.3 s');
    // The option wins over the key of the target, which would change nothing.
    expect(stdout).toContain('fix: raise --timeout if the target needs longer');
    expect(asked('agent')).toBe(2);
    expect(exitCode).toBe(3);
  });
});
