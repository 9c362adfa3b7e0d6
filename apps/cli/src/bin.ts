#!/usr/bin/env node
import { EXIT } from './exit-codes.js';
import { main } from './main.js';

// Node's own codes for these would say something else: 1 that a case failed.
process.exitCode = EXIT.undecided;
process.on('uncaughtException', (error) => void endWith(error));

async function endWith(error: unknown): Promise<void> {
  const { reportFailure } = await import('./report-failure.js');
  process.exit(reportFailure(error));
}

process.exitCode = await main(process.argv.slice(2));
