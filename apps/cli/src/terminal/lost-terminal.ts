import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Lets go of standard streams whose terminal is gone. Node gives terminals their settings back when it exits,
 * and aborts where that fails: the exit code would be that of a crash.
 */
export function letGoOfLostTerminals(): void {
  for (const stream of [0, 1, 2]) {
    try {
      // A device that is no terminal any more, or never was one (`/dev/null`): nothing is written after the end.
      if (fstatSync(stream).isCharacterDevice() && !isatty(stream)) closeSync(stream);
    } catch {
      // It is closed already.
    }
  }
}
