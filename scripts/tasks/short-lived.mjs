import { fileURLToPath } from 'node:url';

/**
 * Arguments of Node for processes that end before it pays to work for a long run: new objects are collected seldom, code is optimised late, and
 * one thread does what several would share a core for. The command's quick tests compute a tenth less.
 */
export const SHORT_LIVED_NODE = ['--max-semi-space-size=32', '--v8-pool-size=1', '--require', fileURLToPath(new URL('optimize-late.cjs', import.meta.url))];
