import { expect, test } from 'vitest';
import { isInMemory, memoryFolder } from './memory-folder.mjs';

test.each([
  ['tmpfs /dev/shm tmpfs rw,relatime,size=24683652k 0 0\n', true],
  ['proc /proc proc rw 0 0\nshm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0\n', false],
  ['/dev/sda1 / ext4 rw 0 0\n', false],
  ['tmpfs /dev/shm tmpfs rw 0 0\n/dev/sdb1 /dev/shm ext4 rw 0 0\n', false],
])('%s', (mounts, expected) => {
  expect(isInMemory(mounts)).toBe(expected);
});

test('what somebody says of temporary files holds', () => {
  expect(memoryFolder({ TMPDIR: '/var/tmp' })).toEqual({});
});
