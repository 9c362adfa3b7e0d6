import { readFile } from 'node:fs/promises';
import { recordingContext } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { reportUnreadKeys, UNREAD_IN_CASE_EXECUTION, UNREAD_IN_CASES, UNREAD_IN_DEFAULT_TEST, UNREAD_IN_SUITES } from './unread-keys.js';

const page = await readFile(new URL('../../../../../docs/coming-from-agentv.md', import.meta.url), 'utf8');

describe('keys that are known and not read', () => {
  test.each([...new Set([...Object.keys(UNREAD_IN_SUITES), ...Object.keys(UNREAD_IN_CASES)])])('%s stands in the docs', (key) => {
    expect(page).toContain(`\`${key}\``);
  });

  test.each([
    ['suite', UNREAD_IN_SUITES],
    ['case', UNREAD_IN_CASES],
    ['execution', UNREAD_IN_CASE_EXECUTION],
    ['default_test', UNREAD_IN_DEFAULT_TEST],
  ])('of a %s are errors that say what to do, and nothing is said of empty ones', (_, unread) => {
    const { context, found } = recordingContext();
    reportUnreadKeys(context, { ...Object.fromEntries(Object.keys(unread).map((key) => [key, 1])), other: 1 }, ['at'], unread);
    expect(found).toHaveLength(Object.keys(unread).length);
    for (const [key, hint] of Object.entries(unread)) expect(found).toContain(`error unsupported at key at.${key}: ${key} is not supported -> ${hint}`);
    reportUnreadKeys(context, Object.fromEntries(Object.keys(unread).map((key) => [key, null])), [], unread);
    expect(found).toHaveLength(Object.keys(unread).length);
  });
});
