import { spawn } from 'node:child_process';
import { browserCommand } from './browser-command.js';

/**
 * Opens an address in the browser, where there is one. With Node's own `spawn`: what runs programs waits for an end and keeps what was written,
 * and takes 50 ms to be loaded; a browser outlives Assay and says nothing.
 * @param note takes why it could not be opened.
 */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>, note: (text: string) => void): void {
  const command = browserCommand(url, env);
  if (!command) return;
  const [program, ...args] = command;
  const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', (error) => note(`the browser could not be opened (${error.message}): open the address yourself`));
  child.on('exit', (code) => {
    if (code) note(`the browser could not be opened (${program} ended with ${code}): open the address yourself`);
  });
  child.unref();
}
