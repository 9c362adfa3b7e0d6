import { afterEach } from 'vitest';
import type { HttpRow } from './http-rows.js';
import { testContract } from './http/contract.js';
import { testFailures } from './http/failures.js';
import { testIdentities } from './http/identities.js';
import { testAgainstMockLlm } from './http/mock-llm-tests.js';
import { testReplies } from './http/replies.js';
import { cleanUps } from './http/subject.js';

/** What every provider over HTTP does with a server that answers as its own does, well or badly. */
export function testOverHttp(rows: readonly HttpRow[]): void {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });

  testReplies(rows);
  testFailures(rows);
  testContract(rows);
  testIdentities(rows);
  testAgainstMockLlm(rows);
}
