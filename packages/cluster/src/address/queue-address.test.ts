import { UsageError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { readQueueAddress } from './queue-address.js';

describe('an address', () => {
  test('has a host, and the rest by default', () => {
    expect(readQueueAddress('redis://queue', {})).toEqual({
      host: 'queue', port: 6379, tls: false, username: undefined, password: undefined, database: 0, prefix: 'assay', patienceMs: 60_000, certificate: undefined, shown: 'redis://queue:6379',
    });
  });

  test('is shown without user and password', () => {
    const address = readQueueAddress('rediss://me:p%40ss%23word@[::1]:7000/3?prefix=team.a&patience=5', {});
    expect(address).toMatchObject({ host: '::1', port: 7000, tls: true, username: 'me', password: 'p@ss#word', database: 3, prefix: 'team.a', patienceMs: 5_000 });
    expect(address.shown).toBe('rediss://[::1]:7000/3?prefix=team.a&patience=5');
  });

  test('has a certificate of its own, and the password of the environment where it has none', () => {
    const address = readQueueAddress('rediss://me@queue?cert=keys/my%20cert.pem&key=/keys/a%26b.key', { ASSAY_QUEUE_PASSWORD: 'p@ss:w/or#d%' });
    expect(address).toMatchObject({ username: 'me', password: 'p@ss:w/or#d%', certificate: { certFile: 'keys/my cert.pem', keyFile: '/keys/a&b.key' }, shown: 'rediss://queue:6379?cert=keys/my%20cert.pem&key=/keys/a%26b.key' });
    // The command that goes on with a run names it as it is shown.
    expect(readQueueAddress(address.shown, {}).certificate).toEqual(address.certificate);
    expect(readQueueAddress('redis://:its-own@queue', { ASSAY_QUEUE_PASSWORD: 'another' }).password).toBe('its-own');
    expect(readQueueAddress('redis://queue', { ASSAY_QUEUE_PASSWORD: '' }).password).toBeUndefined();
  });

  test.each([
    ['rediss://queue?cert=a.pem', 'cert and key go together'],
    ['redis://queue?cert=a.pem&key=a.key', 'over TLS alone'],
    ['queue', 'this is no address'],
    ['http://queue', 'must begin with redis:// or rediss://'],
    ['redis:///0', 'names no host'],
    ['redis://:secret-word@queue:99999', 'this is no address'],
    ['redis://queue:0', 'the port must be'],
    ['redis://queue/db', 'the number of a database'],
    ['redis://:secret-word@queue?tls=1', 'there is no option "tls"'],
    ['redis://me:12?secret-word@queue', 'in a password, write ? as %3F'],
    ['redis://me:12?secret@queue:6379', 'in a password, write ? as %3F'],
    ['redis://:word?secret@queue:6379', '? and # are written %40, %2F, %3F and %23'],
    ['redis://queue?prefix=a:b', 'the prefix must'],
    ['redis://queue?patience=0', 'the patience must'],
    ['redis://queue?patience=2&prefix=secret&patience=3', 'the option patience stands in it more than once'],
    ['redis://queue?prefix=secret&prefix=b', 'the option prefix stands in it more than once'],
    ['redis://:secret-%word@queue', 'a % that begins no escape'],
    ['redis://:secret-word@queue#x', 'behind #'],
  ])('%s is none: %s', (written, problem) => {
    let error: unknown;
    try {
      readQueueAddress(written, {});
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(problem);
    expect(String(error)).not.toContain('secret');
  });
});
