import { describe, expect, test } from 'vitest';
import { isAllowedUrl, readAllowedHost } from './allowed-host.js';

describe('hosts that are allowed', () => {
  test.each([
    ['example.com', { host: 'example.com' }],
    ['EXAMPLE.com:8443', { host: 'example.com', port: 8443 }],
    ['127.1', { host: '127.0.0.1' }],
    ['[::1]:80', { host: '[::1]', port: 80 }],
  ])('%s is one', (written, host) => {
    expect(readAllowedHost(written)).toEqual(host);
  });

  test.each(['', 'http://x', 'x/y', 'a@b', 'x:0', 'x:99999', 'x:y', '*.example.com', 'a b', '::1'])('%j is none', (written) => {
    expect(readAllowedHost(written)).toBeUndefined();
  });

  const hosts = ['example.com', '127.0.0.1:8080', 'plain.example:80'].flatMap((host) => readAllowedHost(host) ?? []);

  test.each([
    'https://example.com/v1', 'http://EXAMPLE.com:9/x', 'http://example.com.', 'http://127.0.0.1:8080', 'http://2130706433:8080', 'http://plain.example/v1',
  ])('%s is asked', (url) => {
    expect(isAllowedUrl(url, hosts)).toBe(true);
  });

  test.each([
    'https://evil.example', 'https://example.com.evil.example', 'https://example.com@evil.example', 'http://127.0.0.1:8081', 'https://plain.example', 'ftp://example.com', 'example.com', 'https://sub.example.com', 'https://evil.example#example.com',
  ])('%s is not', (url) => {
    expect(isAllowedUrl(url, hosts)).toBe(false);
  });
});
