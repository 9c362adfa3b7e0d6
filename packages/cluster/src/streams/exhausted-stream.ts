import type { Redis } from 'ioredis';

/** What a server says of a stream in which the highest id that there is has been used: it takes no entry after that one. */
const EXHAUSTED = 'exhausted the last possible ID';
/** Tried once more in the script: of several who notice it, one has begun the stream anew, and the others only add. */
const ADD = `
local id = redis.pcall('XADD', KEYS[1], '*', unpack(ARGV))
if type(id) ~= 'table' or not string.find(id.err, '${EXHAUSTED}', 1, true) then return id end
local entries = redis.call('XRANGE', KEYS[1], '-', '+')
redis.call('DEL', KEYS[1])
for _, entry in ipairs(entries) do
  if #entry[2] == #ARGV then redis.call('XADD', KEYS[1], '*', unpack(entry[2])) end
end
return redis.call('XADD', KEYS[1], '*', unpack(ARGV))`;

/** Whether somebody has used up the ids of a stream, as whoever can write to a server may do with one entry. */
export function isExhausted(error: unknown): boolean {
  return String(error).includes(EXHAUSTED);
}

/**
 * Adds an entry to a stream. One whose ids somebody has used up begins anew, with the entries that it has: those with as many fields as
 * this one, since others are none of ours.
 */
export async function addEntry(client: Redis, key: string, fields: readonly string[]): Promise<unknown> {
  try {
    return await client.xadd(key, '*', ...fields);
  } catch (error) {
    if (!isExhausted(error)) throw error;
    return client.eval(ADD, 1, key, ...fields);
  }
}
