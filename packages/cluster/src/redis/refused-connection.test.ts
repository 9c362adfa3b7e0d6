import { ConfigError, QueueError } from '@assay/schema';
import { expect, test } from 'vitest';
import { readQueueAddress } from '../address/queue-address.js';
import { refusedConnection } from './refused-connection.js';

const TLS = 'rediss://q:6380';
const WITH_CERTIFICATE = `${TLS}?cert=me.pem&key=me.key`;

/** What OpenSSL says of an alert that came from the server. */
const alert = (words: string): string => `80DC:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert ${words}:rec_layer_s3.c:1601:SSL alert number 116\n`;

function refused(message: string, address: string, code?: string): { readonly message: string; readonly hint?: string | undefined } {
  return refusedConnection(Object.assign(new Error(message), { code }), readQueueAddress(address, {}));
}

test.each(['certificate required', 'bad certificate', 'certificate expired', 'unknown ca'])('a server that says "%s" means the certificate of its client, not its own', (words) => {
  const without = refused(alert(words), TLS, 'ERR_SSL');
  expect(without).toBeInstanceOf(QueueError);
  expect(without).toMatchObject({ message: `the queue at ${TLS} closes the connection`, hint: expect.stringContaining('?cert=FILE&key=FILE') as string });
  const shown = refused(alert(words), WITH_CERTIFICATE, 'ERR_SSL');
  expect(shown).toBeInstanceOf(QueueError);
  expect(shown).toMatchObject({ message: `the queue at ${WITH_CERTIFICATE} does not accept the certificate me.pem`, hint: expect.stringContaining('an authority that the server trusts') as string });
});

test('a connection that closes before the alert has arrived is the same failure', () => {
  for (const address of [TLS, WITH_CERTIFICATE]) {
    const [reset, alerted] = [refused('read ECONNRESET', address, 'ECONNRESET'), refused(alert('certificate required'), address)];
    expect(reset.constructor).toBe(alerted.constructor);
    expect(reset.hint).toBe(alerted.hint);
  }
  expect(refused('read ECONNRESET', 'redis://q:6379', 'ECONNRESET')).toMatchObject({ message: 'the queue at redis://q:6379 cannot be reached: it closes the connection' });
});

test.each([
  ['self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/u],
  ['certificate has expired', 'CERT_HAS_EXPIRED', /the clock of this machine/u],
  ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID', /name the server as its certificate does/u],
])('a certificate of the server that is not trusted: %s', (message, code, hint) => {
  expect(refused(message, TLS, code)).toBeInstanceOf(ConfigError);
  expect(refused(message, TLS, code)).toMatchObject({ message: `the certificate of the queue at ${TLS} is not trusted: ${message}`, hint: expect.stringMatching(hint) as string });
});

test('a server that says nothing over TLS may be one without, and one that says nothing without TLS one with it', () => {
  expect(refused('it does not answer', TLS, 'ETIMEDOUT')).toMatchObject({ message: `the queue at ${TLS} cannot be reached: it does not answer`, hint: expect.stringMatching(/server without TLS begins with redis:\/\/$/u) as string });
  expect(refused('it does not answer', 'redis://q', 'ETIMEDOUT')).toMatchObject({ hint: expect.stringMatching(/for TLS begins with rediss:\/\/$/u) as string });
});
