import { describe, expect, test } from 'vitest';
import { browserCommand } from './browser-command.js';

const URL = 'http://127.0.0.1:1/t/';

describe('browserCommand', () => {
  test.each([
    ['darwin', {}, ['open', URL]],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', URL]],
    ['linux', { DISPLAY: ':0' }, ['xdg-open', URL]],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', URL]],
    ['linux', { DISPLAY: ':0', CI: 'false' }, ['xdg-open', URL]],
  ])('on %s with %j', (platform, env, expected) => {
    expect(browserCommand(URL, env, platform)).toEqual(expected);
  });

  test.each([
    ['linux', {}],
    ['linux', { DISPLAY: ':0', CI: 'true' }],
    ['linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '1 2 3 4' }],
    ['darwin', { SSH_TTY: '/dev/ttys001' }],
    ['win32', { CI: '1' }],
  ])('opens nothing on %s with %j', (platform, env) => {
    expect(browserCommand(URL, env, platform)).toBeUndefined();
  });
});
