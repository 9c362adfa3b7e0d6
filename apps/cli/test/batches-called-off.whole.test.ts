import { expect, test } from 'vitest';
import { project, SUITE } from './support/projects/batch-project.js';

const APIS = [
  ['openai', 'bot', '/v1/batches'],
  ['anthropic', 'kind', '/v1/messages/batches'],
] as const;

test.each(APIS)('a submission that nobody heard the end of, at a server of %s without a list, is given up by --cancel-batches', async (_, target, path) => {
  let answers = false;
  const { assay, server } = await project(
    {
      answer: () => 'it is 42',
      fault: (call) => {
        if (call.method === 'GET' && call.path.split('?')[0] === path) return { status: 404, body: '404 page not found' };
        return call.method === 'POST' && call.path === path && !answers ? { reset: 'after' } : undefined;
      },
    },
    SUITE.replace('{target: bot}', `{target: ${target}}`),
  );
  const run = ['run', 'evals/a.yaml', '--batch', '--out', 'runs/one', '--max-retries', '0'];
  expect(await assay(...run)).toMatchObject({ exitCode: 3 });
  answers = true;
  const submitted = server.batches.length;
  const resumed = await assay('run', '--resume', 'runs/one');
  expect(resumed).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('the API does not tell whether it is still there') });
  expect(resumed.stderr).toContain('--cancel-batches gives it up');
  expect(server.batches).toHaveLength(submitted);
  expect(await assay('run', '--resume', 'runs/one', '--cancel-batches')).toMatchObject({ exitCode: 3 });
  expect(await assay('run', '--resume', 'runs/one', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(submitted + 1);
});

test.each([
  ['that the API says are not there', { status: 404, message: 'no such batch' }],
  ['in whose place a proxy sends a page', { status: 200, body: '<html>Please log in</html>' }],
  ['of which nothing comes', { status: 200, body: '' }],
])('results %s do not tell whose the batch is: it is not given up, and nothing is asked a second time', async (_, instead) => {
  let isHidden = true;
  const { assay, server } = await project(
    {
      answer: () => 'it is 42',
      fault: ({ method, path }) => {
        if (!isHidden) return undefined;
        if (path.endsWith('/results')) return instead;
        return method === 'POST' ? { reset: 'after' } : undefined;
      },
    },
    SUITE.replace('{target: bot}', '{target: kind}'),
  );
  expect(await assay('run', 'evals/a.yaml', '--batch', '--out', 'runs/one', '--max-retries', '0')).toMatchObject({ exitCode: 3 });
  expect(await assay('run', '--resume', 'runs/one')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('in batch not found yet') });
  const cancelled = await assay('run', '--resume', 'runs/one', '--cancel-batches');
  expect(cancelled).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('a batch could not be cancelled: target "kind": it is not known yet whether the batch has arrived') });
  expect(cancelled.stderr).not.toContain('asked again');
  isHidden = false;
  expect(await assay('run', '--resume', 'runs/one')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});

test('who knows that a batch whose results never tell is none of the run is told how to give up waiting for it, and is not asked to wait for ever', async () => {
  let refuses = true;
  const { assay, server } = await project(
    {
      answer: () => 'it is 42',
      fault: ({ method, path }) => {
        if (method === 'POST') return refuses ? { reset: 'after' } : undefined;
        return refuses && path.endsWith('/results') ? { status: 404, message: 'no such batch' } : undefined;
      },
    },
    SUITE.replace('{target: bot}', '{target: kind}'),
  );
  const resume = ['run', '--resume', 'runs/one'];
  expect(await assay('run', 'evals/a.yaml', '--batch', '--out', 'runs/one', '--max-retries', '0')).toMatchObject({ exitCode: 3 });
  const waits = await assay(...resume, '--wait', '0.01');
  expect(waits.exitCode).toBe(3);
  expect(waits.stderr).toMatch(/whether the batch has arrived: as many requests are in \S+, whose results do not tell\n {2}fix: go on .* --cancel-batches --accept-changes gives up what is waited for/u);
  expect((await assay(...resume, '--cancel-batches')).stderr).toContain('--cancel-batches --accept-changes gives up');
  expect(server.batches).toHaveLength(1);
  const givenUp = await assay(...resume, '--cancel-batches', '--accept-changes');
  expect(givenUp).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('a batch is given up, and what it was asked is asked again') });
  expect(givenUp.stdout).not.toContain('in batch not found yet');
  refuses = false;
  expect(await assay(...resume, '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(2);
});

test('one that a server cannot tell of for a while is not given up', async () => {
  let isDown = true;
  const { assay, server } = await project({
    answer: () => 'it is 42',
    fault: ({ method, path }) => {
      if (!isDown || path.split('?')[0] !== '/v1/batches') return undefined;
      return method === 'POST' ? { reset: 'after' } : { status: 503, message: 'back soon' };
    },
  });
  expect(await assay('run', 'evals/a.yaml', '--batch', '--out', 'runs/one', '--max-retries', '0')).toMatchObject({ exitCode: 3 });
  expect(await assay('run', '--resume', 'runs/one', '--cancel-batches')).toMatchObject({ exitCode: 3 });
  isDown = false;
  await assay('run', '--resume', 'runs/one', '--wait', '0.05');
  expect(server.batches).toHaveLength(1);
});

test('where no batch is under way, that is said, and nothing of an answer that would be collected', async () => {
  const { assay } = await project({ answer: () => 'it is 42' });
  expect(await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05', '--out', 'runs/one')).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await assay('run', '--resume', 'runs/one', '--cancel-batches');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('warning: no batch was cancelled: none was under way that could be\n') });
  expect(stderr).not.toContain('asked again');
});

test('a batch whose id is empty is said to be that', async () => {
  const { assay } = await project({ answer: () => 'it is 42', fault: ({ method, path }) => (method === 'POST' && path === '/v1/batches' ? { status: 200, body: '{"id": "", "object": "batch", "status": "validating"}' } : undefined) });
  const { exitCode, stderr } = await assay('run', 'evals/a.yaml', '--batch', '--max-retries', '0');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('id must be a text, and is empty') });
});
