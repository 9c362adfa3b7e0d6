#!/usr/bin/env node
import { EXIT } from './exit-codes.js';
import { main } from './main.js';
import { letGoOfLostTerminals } from './terminal/lost-terminal.js';

// Node's own codes for these would say something else: 1 that a case failed.
process.exitCode = EXIT.undecided;
process.on('uncaughtException', (error) => void endWith(error));
process.on('exit', letGoOfLostTerminals);

async function endWith(error: unknown): Promise<void> {
  try {
    const { reportFailure } = await import('./terminal/report-failure.js');
    process.exit(reportFailure(error));
  } catch {
    // What reports failures cannot be loaded: an installation that is not whole must not try for ever.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(EXIT.undecided);
  }
}

/** Nothing is left that could bring the end of the command: it would end without a word. */
async function endStuck(): Promise<void> {
  const { UnsettledError } = await import('./processes/unsettled-error.js');
  await endWith(new UnsettledError());
}

const onNothingLeft = (): void => void endStuck();
process.on('beforeExit', onNothingLeft);
const exitCode = await main(process.argv.slice(2));
process.off('beforeExit', onNothingLeft);
// A process that ends by itself lets go of signals before it is gone: one more of them would change the code.
if (exitCode === EXIT.interrupted) process.exit(exitCode);
process.exitCode = exitCode;

/** For whoever runs more commands in this process. */
export { main };
