import type { GivenPrompt } from '@assay/schema';
import { saltedDigest } from '../../secrets/salted-digest.js';
import { createFileDigests } from '../targets/identity/file-digests.js';

/** Digests the prompts of a command line: the same ones have the same digest, whether their files lie in the same place or not. */
export function createPromptsDigest(prompts: readonly GivenPrompt[]): (salt: string) => string {
  const contentOf = createFileDigests();
  const known = new Map<string, string>();
  return (salt) => {
    const digest = known.get(salt) ?? saltedDigest(salt, prompts.map((prompt) => ('file' in prompt ? { content: contentOf(prompt.file) } : { text: prompt.text })));
    // A worker may serve any number of runs.
    if (known.size >= 100) known.clear();
    known.set(salt, digest);
    return digest;
  };
}
