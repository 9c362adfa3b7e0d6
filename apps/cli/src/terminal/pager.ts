import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Redactor } from '@assay/schema';
import { createPieceGuard } from '../secrets/piece-guard.js';

/** What a shell says of a program that it does not find, or cannot run. */
const NOT_STARTED = new Set([126, 127]);

export interface PagerOptions {
  /** The environment of the pager, with `PAGER`. */
  readonly env: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  /** Where its output goes. Default: the terminal. */
  readonly stdout?: 'inherit' | 'pipe' | undefined;
}

/** The command of the pager; undefined when nobody wants one. */
export function pagerCommand(env: NodeJS.ProcessEnv): string | undefined {
  const { PAGER: command = 'less -R' } = env;
  return ['', 'cat'].includes(command.trim()) ? undefined : command;
}

/**
 * Shows texts in a pager, at its reader's pace. Who leaves it early has seen enough. While it is there, Ctrl-C is its own.
 * With Node's own `spawn`: what runs programs hands over a whole text and ends them at Ctrl-C.
 * @returns false when there is no such pager; then nothing was shown.
 */
export async function showInPager(texts: AsyncIterable<string>, command: string, { env, redactor, stdout = 'inherit' }: PagerOptions): Promise<boolean> {
  const pager = spawn(command, {
    shell: true,
    stdio: ['pipe', stdout, 'inherit'],
    // As git has it: `less` shows colours, and leaves what fits the screen.
    env: { ...env, LESS: env['LESS'] ?? 'FRX' },
  });
  const ended = once(pager, 'close') as Promise<[code: number | null]>;
  ended.catch(() => undefined);
  const { stdin } = pager;
  if (!stdin) return false;
  let open = true;
  stdin.on('error', () => (open = false)).on('close', () => (open = false));
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  try {
    const guard = createPieceGuard(redactor, false);
    const write = async (text: string): Promise<void> => {
      if (text !== '' && open && !stdin.write(text)) await Promise.race([once(stdin, 'drain'), ended]).catch(() => undefined);
    };
    for await (const text of texts) {
      if (!open) break;
      await write(guard.take(text));
    }
    await write(guard.end());
    stdin.end();
    const [code] = await ended;
    return code === null || !NOT_STARTED.has(code);
  } catch {
    // There is no shell.
    return false;
  } finally {
    process.off('SIGINT', ignore);
  }
}
