import { recordingContext } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { readWorkspace } from './workspace.js';

const SUITE = { template: 'app', hooks: { beforeEach: { command: ['setup'], timeoutMs: 5 }, afterEach: { command: 'rm x' } } };

describe('the workspace of a case', () => {
  test.each([
    [undefined, SUITE],
    [null, SUITE],
    [{}, SUITE],
    [{ isolation: 'per_test', mode: 'temp' }, SUITE],
    [{ template: 'other' }, { ...SUITE, template: 'other' }],
    [{ hooks: { before_each: { command: ['mine'] } } }, { ...SUITE, hooks: { ...SUITE.hooks, beforeEach: { command: ['mine'], timeoutMs: 5 } } }],
    [{ hooks: { before_each: { timeout_ms: 9 } } }, { ...SUITE, hooks: { ...SUITE.hooks, beforeEach: { command: ['setup'], timeoutMs: 9 } } }],
    [{ hooks: { before_all: { script: 'one', cwd: 'tools', timeoutMs: 7 } } }, { ...SUITE, hooks: { ...SUITE.hooks, beforeAll: { command: 'one', cwd: 'tools', timeoutMs: 7 } } }],
    [{ hooks: { enabled: false } }, { template: 'app' }],
  ])('%j takes the place of the same fields of the suite', (written, expected) => {
    const { context, found } = recordingContext();
    expect(readWorkspace(context, written, ['workspace'], SUITE)).toEqual(expected);
    expect(found).toEqual([]);
  });

  test('whatever is wrong with it is an error, each at its place', () => {
    const { context, found } = recordingContext();
    readWorkspace(context, { templat: 'x', docker: { image: 'x' }, hooks: { before: {}, before_each: {}, after_each: { command: [] }, after_all: { command: 'x', script: 'y' }, before_all: { command: [''], reset: 'fast' } } }, ['workspace']);
    readWorkspace(context, { hooks: [] }, ['workspace']);
    readWorkspace(context, { isolation: 'shared', mode: 'pooled' }, ['workspace']);
    expect(found.map((line) => line.split(' -> ')[0])).toMatchInlineSnapshot(`
      [
        "error invalid-field at key workspace.templat: unknown key "templat" in workspace",
        "error unsupported at key workspace.docker: docker is not supported",
        "error invalid-field at key workspace.hooks.before: unknown key "before" in hooks",
        "error unsupported at key workspace.hooks.before_all.reset: reset is not supported",
        "error invalid-field at workspace.hooks.before_each: before_each has no command",
        "error invalid-field at workspace.hooks.after_each.command: command must be a command: a list of texts, or one line of text",
        "error invalid-field at key workspace.hooks.after_all.script: command and script say the same",
        "error invalid-field at workspace.hooks: hooks must be a mapping, not a list",
        "error unsupported at workspace.isolation: isolation "shared" is not supported: every trial has a new folder of its own",
        "error unsupported at workspace.mode: mode "pooled" is not supported: every trial has a new folder of its own",
      ]
    `);
  });
});
