import { describe, expect, test } from 'vitest';
import { AssayError } from './assay-error.js';
import { ConfigError } from './config-error.js';
import { DependencyError } from './dependency-error.js';
import { InvalidFileError } from './invalid-file-error.js';
import { ProviderError } from './provider-error.js';
import { StoreError } from './store-error.js';
import { TemplateError } from './template-error.js';
import { UnscoredError } from './unscored-error.js';
import { UsageError } from './usage-error.js';

const location = { file: 'a.yaml', line: 2, column: 7 };

describe('every error of Assay', () => {
  test.each([
    [new ConfigError('m'), 'config', 'ConfigError'],
    [new UsageError('m'), 'usage', 'UsageError'],
    [new StoreError('m'), 'store', 'StoreError'],
    [new TemplateError('m'), 'template', 'TemplateError'],
    [new UnscoredError('m'), 'unscored', 'UnscoredError'],
    [new DependencyError('m'), 'dependency', 'DependencyError'],
    [new InvalidFileError([{ severity: 'error', code: 'c', message: 'm' }]), 'invalid-file', 'InvalidFileError'],
    [new ProviderError('m', { kind: 'auth', target: 't' }), 'provider', 'ProviderError'],
  ])('%o has its code and name', (error, code, name) => {
    expect(error).toBeInstanceOf(AssayError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code, name, message: 'm' });
  });

  test('keeps the cause only when there is one', () => {
    const cause = new TypeError('below');
    expect(new ConfigError('m', { cause }).cause).toBe(cause);
    expect('cause' in new ConfigError('m')).toBe(false);
  });

  test('format() shows where, what and how to fix it', () => {
    expect(new ConfigError('unknown target "gpt"', { location, hint: 'use one of: a, b' }).format()).toBe(
      'a.yaml:2:7: unknown target "gpt"\n  fix: use one of: a, b',
    );
    expect(new UsageError('no file').format()).toBe('no file');
  });
});

describe('UnscoredError', () => {
  test('is the fault of infrastructure unless it says otherwise', () => {
    expect(new UnscoredError('m').reason).toBe('infrastructure');
    expect(new UnscoredError('m', { reason: 'config' }).reason).toBe('config');
  });
});
