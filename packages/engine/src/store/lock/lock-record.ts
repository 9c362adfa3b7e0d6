import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as v from 'valibot';
import { systemCode } from '../../files/system-code.js';

const LockRecordSchema = v.object({
  token: v.string(),
  host: v.string(),
  /** Another one: the machine was started anew, and nothing from before lives. Absent where the system has none. */
  boot_id: v.optional(v.string()),
  /** Where process ids have their meaning: containers of one name may have different ones. */
  pid_namespace: v.optional(v.string()),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** In ticks of the system since it was started: tells a process from a later one with its id. */
  process_start: v.optional(v.string()),
  since: v.string(),
});

/** Who writes a run folder, as its lock says. */
export type LockRecord = v.InferOutput<typeof LockRecordSchema>;

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** States of a process that has ended and that nobody has asked for its end yet: in a container without an init process it stays so. */
const ENDED = new Set(['Z', 'X', 'x']);

/** Fields 3 and 22 of `/proc/PID/stat`; the name of the process, which may hold anything, stands in brackets before them. */
async function processStat(pid: number): Promise<{ readonly state: string | undefined; readonly start: string | undefined }> {
  const text = await readIfThere(`/proc/${pid}/stat`);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields?.[0], start: fields?.[19] };
}

/** What names this process for as long as it lives. */
type Self = Omit<LockRecord, 'token' | 'since'>;

async function askWhoThisIs(): Promise<Self> {
  const [bootId, { start }, namespace] = await Promise.all([
    readIfThere('/proc/sys/kernel/random/boot_id'),
    processStat(process.pid),
    readlink('/proc/self/ns/pid').catch(() => undefined),
  ]);
  return {
    host: hostname(),
    ...(bootId === undefined ? {} : { boot_id: bootId }),
    ...(namespace === undefined ? {} : { pid_namespace: namespace }),
    pid: process.pid,
    ...(start === undefined ? {} : { process_start: start }),
  };
}

/** Asked of the system once: every run looks for locks more than once, and none of it changes. */
let self: Promise<Self> | undefined;

/** This process, as the holder of one lock. */
export async function ownRecord(): Promise<LockRecord> {
  self ??= askWhoThisIs();
  return { token: randomUUID(), ...(await self), since: new Date().toISOString() };
}

/** What a lock says; undefined when it says nothing. */
export function parseRecord(text: string): LockRecord | undefined {
  try {
    const read = v.safeParse(LockRecordSchema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** True or false where it can be known from here that the holder lives; undefined for one on another machine. */
export async function isAlive(holder: LockRecord, own: LockRecord): Promise<boolean | undefined> {
  if (holder.host !== own.host) return undefined;
  if (holder.boot_id !== own.boot_id) return false;
  if (holder.pid_namespace !== own.pid_namespace) return undefined;
  if (!isRunning(holder.pid)) return false;
  const { state, start } = await processStat(holder.pid);
  if (state !== undefined && ENDED.has(state)) return false;
  return start === undefined || holder.process_start === undefined || start === holder.process_start;
}
