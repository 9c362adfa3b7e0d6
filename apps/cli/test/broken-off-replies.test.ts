import { describe, expect, test } from 'vitest';
import { events, runAgainst } from './support/projects/odd-server.js';

const whole = (choice: object, more: object = {}) => ({ raw: JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'hello th' }, ...choice }], ...more }) });
const piece = (content: string, choice: object = {}) => ({ choices: [{ index: 0, delta: { content }, ...choice }] });
const GONE = { code: 502, message: 'Upstream went away' };

describe('a reply that its server could not finish is unscored, however much there is of it', () => {
  test.each<[string, Parameters<typeof runAgainst>[0], string, string]>([
    ['which its end says', whole({ finish_reason: 'error' }), '', 'the API broke the reply off (error)'],
    ['for want of resources', whole({ finish_reason: 'insufficient_system_resource' }), '', 'the API broke the reply off (insufficient_system_resource)'],
    ['as it was aborted', whole({ finish_reason: 'abort' }), '', 'the API broke the reply off (abort)'],
    ['with an error in its choice', whole({ finish_reason: 'error', error: GONE }), '', 'the API reported: Upstream went away'],
    ['with an error beside its choices', whole({ finish_reason: 'stop' }, { error: GONE }), '', 'the API reported: Upstream went away'],
    ['in a stream', events(piece('hello th'), piece('', { finish_reason: 'error' })), ', stream: true', 'the API broke the reply off (error)'],
    ['with an error in a choice of a stream', events(piece('hello th'), piece('', { finish_reason: 'error', error: GONE })), ', stream: true', 'the API reported: Upstream went away'],
    ['with an error in place of an event', events(piece('hello th'), { object: 'error', message: 'engine died', type: 'InternalServerError', code: 500 }), ', stream: true', 'the API reported: engine died (InternalServerError)'],
  ])('%s', async (_, answer, options, said) => {
    const { exitCode, row } = await runAgainst(answer, options);
    expect(row).toMatchObject({ status: 'error', score: null, verdict: null, error: { code: 'server', message: expect.stringContaining(said) } });
    expect(exitCode).toBe(3);
  });

  test('an error that is null is none', async () => {
    expect((await runAgainst(whole({ finish_reason: 'stop', error: null }, { error: null }))).row).toMatchObject({ score: 1, verdict: 'pass' });
  });
});

test('a reply that ends for a reason that is not known says so', async () => {
  expect((await runAgainst(whole({ finish_reason: 'tired' }))).row).toMatchObject({ score: 1, warnings: ['reply ended early (tired)'] });
});

test('of several replies in one stream the first is the answer, and has nothing of the others in it', async () => {
  const other = (content: string, more: object = {}) => ({ choices: [{ index: 1, delta: { content }, ...more }] });
  const answer = events(piece('hel'), other('HOW'), piece('lo'), other('DY', { finish_reason: 'length' }), piece('', { finish_reason: 'stop' }));
  const { row } = await runAgainst(answer, ', stream: true, parameters: {n: 2}');
  expect(row).toMatchObject({ score: 1, output: { text: 'hello', finishReason: 'stop' } });
});

test('parts of a streamed reply may be bare texts, as those of a whole one', async () => {
  const answer = events({ choices: [{ index: 0, delta: { content: ['hel', 'lo'] } }] }, piece('', { finish_reason: 'stop' }));
  expect((await runAgainst(answer, ', stream: true')).row).toMatchObject({ score: 1, output: { text: 'hello' } });
});

test('a reply that is an error in other words than those of the format has them in its message', async () => {
  const { row } = await runAgainst({ raw: '{"detail":"Not allowed here"}' });
  expect(row).toMatchObject({ score: null, error: { code: 'bad_reply', message: expect.stringContaining('the reply has no choices, and says: Not allowed here') } });
});
