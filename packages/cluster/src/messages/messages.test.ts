import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSigner } from '../signing/signer.js';
import { answerFields, answersOf, type Answer } from './answers.js';
import { decodeDecisions, encodeDecisions, type Decision } from './decision.js';
import { envelopeOf, signedEnvelope } from './envelope.js';

const signer = createSigner('the secret of these tests');

test('decisions come as they were sent, and what is none is none', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom<Decision>('granted', 'suspected', 'alone', 'held', 'denied')), (decisions) => void expect(decodeDecisions(encodeDecisions(decisions))).toEqual(decisions)));
  for (const text of ['', 'x', 'gx', 'granted', '--']) expect(decodeDecisions(text)).toBeUndefined();
});

const answers = fc.array(
  fc.record({
    kind: fc.constantFrom('row' as const, 'refusal' as const, 'paid' as const),
    bundleId: fc.stringMatching(/^[\w-]{1,30}$/u),
    index: fc.nat({ max: 20 }),
    digest: fc.base64String({ minLength: 4, maxLength: 44 }),
    text: fc.jsonValue().map((value) => JSON.stringify(value)),
  }),
  { minLength: 1, maxLength: 5 },
);

test('answers come as they were sent, for one run alone, and not when one character is another', () => {
  fc.assert(
    fc.property(answers, fc.nat(), (sent: readonly Answer[], at) => {
      const fields = answerFields({ runId: 'run', workerId: 'w', answers: sent }, signer);
      expect(answersOf(fields, 'run', signer)).toEqual({ runId: 'run', workerId: 'w', answers: sent });
      expect(answersOf(fields, 'other', signer)).toBeUndefined();
      const body = fields[3] ?? '';
      const place = at % body.length;
      const altered = fields.with(3, `${body.slice(0, place)}${body[place] === 'x' ? 'y' : 'x'}${body.slice(place + 1)}`);
      expect(answersOf(altered, 'run', signer)).toBeUndefined();
    }),
  );
});

test('a bundle is signed as a whole, under its id', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 4 }), fc.array(fc.string(), { maxLength: 4 }), (jobs, others) => {
      const envelope = signedEnvelope('id', { run: 'run', jobs, paid: false }, signer);
      expect(envelopeOf('id', JSON.parse(JSON.stringify(envelope)), signer)).toEqual(envelope);
      expect(envelopeOf('di', envelope, signer)).toBeUndefined();
      expect(envelopeOf('id', { ...envelope, run: 'nur' }, signer)).toBeUndefined();
      expect(envelopeOf('id', { ...envelope, paid: true }, signer)).toBeUndefined();
      expect(envelopeOf('id', { ...envelope, jobs: others }, signer) === undefined).toBe(JSON.stringify(jobs) !== JSON.stringify(others));
    }),
  );
  for (const value of [null, 7, [], { run: 'r', jobs: 'x', signature: 's' }, { run: 'r', jobs: [1], signature: 's' }]) expect(envelopeOf('id', value, signer)).toBeUndefined();
});
