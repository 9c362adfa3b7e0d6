import { beforeAll, describe, expect, test, vi } from 'vitest';
import type * as Schema from '../../index.js';

type Copy = typeof Schema;

let here: Copy;
/** The same package a second time, as a program has it beside the `assay` package. */
let other: Copy;

beforeAll(async () => {
  here = await import('../../index.js');
  vi.resetModules();
  other = await import('../../index.js');
});

const MADE = {
  ConfigError: ({ ConfigError }: Copy) => new ConfigError('m'),
  UsageError: ({ UsageError }: Copy) => new UsageError('m'),
  InvalidFileError: ({ InvalidFileError }: Copy) => new InvalidFileError([]),
  ProviderError: ({ ProviderError }: Copy) => new ProviderError('m', { kind: 'auth', target: 't' }),
  WorkspaceError: ({ WorkspaceError }: Copy) => new WorkspaceError('m'),
  QueueError: ({ QueueError }: Copy) => new QueueError('m'),
  StoreError: ({ StoreError }: Copy) => new StoreError('m'),
  UnscoredError: ({ UnscoredError }: Copy) => new UnscoredError('m'),
  UnstorableRowError: ({ UnstorableRowError }: Copy) => new UnstorableRowError('m'),
} as const;
const NAMES = Object.keys(MADE) as (keyof typeof MADE)[];

describe('an error of another copy', () => {
  test.each(NAMES)('%s is recognized as what it is, and as nothing else', (name) => {
    const error = MADE[name](other);
    expect(other[name]).not.toBe(here[name]);
    expect(here.isAssayError(error)).toBe(true);
    const expected = name === 'UnstorableRowError' ? ['StoreError', 'UnstorableRowError'] : [name];
    expect(NAMES.filter((candidate) => error instanceof here[candidate])).toEqual(expected);
  });

  test('keeps its kind and status in a row', () => {
    const error = new other.ProviderError('m', { kind: 'rate_limit', target: 't', status: 429 });
    expect(here.toErrorInfo(error)).toEqual({ code: 'rate_limit', message: 'm', status: 429 });
  });
});

test('an error of any exported class is of the same classes in both copies', () => {
  const isErrorClass = (value: unknown): value is abstract new (...args: never[]) => Error => typeof value === 'function' && value.prototype instanceof Error;
  const names = (Object.keys(here) as (keyof Copy)[]).filter((name) => isErrorClass(here[name]));
  expect(names).toEqual(expect.arrayContaining(NAMES));
  const classesOf = (error: unknown, copy: Copy): readonly string[] =>
    names.filter((name) => {
      const errorClass: unknown = copy[name];
      return isErrorClass(errorClass) && error instanceof errorClass;
    });
  for (const name of names) {
    const { prototype } = other[name] as unknown as { readonly prototype: object };
    const error: unknown = Object.create(prototype);
    expect(classesOf(error, other)).toContain(name);
    expect(classesOf(error, here)).toEqual(classesOf(error, other));
  }
});

test('a class that somebody derives has only its own instances', () => {
  class QuotaError extends here.ProviderError {}
  const options = { kind: 'auth', target: 't' } as const;
  expect(new QuotaError('m', options)).toBeInstanceOf(here.ProviderError);
  expect(new QuotaError('m', options)).toBeInstanceOf(QuotaError);
  expect(new here.ProviderError('m', options)).not.toBeInstanceOf(QuotaError);
});

test.each([undefined, null, 'ConfigError', {}, { name: 'ConfigError', code: 'config' }, new Error('m')])('%o is no error of Assay', (value) => {
  expect(here.isAssayError(value)).toBe(false);
});
