/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** A program with its arguments. */
export type BrowserCommand = readonly [program: string, ...args: readonly string[]];

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/**
 * What opens an address in the browser of whoever sits at this machine; undefined where nobody does: in CI, at the other end of a
 * network, or without a display.
 */
export function browserCommand(url: string, env: Environment, platform: string = process.platform): BrowserCommand | undefined {
  if (isSet(env['CI']) || isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY'])) return undefined;
  if (platform === 'darwin') return ['open', url];
  // Not `start`, which is a word of a shell.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']) ? ['xdg-open', url] : undefined;
}
