import { UsageError } from '@assay/schema';

/** The variable that holds the secret. */
const SECRET_VARIABLE = 'ASSAY_QUEUE_SECRET';
const LEAST_CHARACTERS = 16;

/** @throws UsageError when there is none, or one that could be guessed, with how to make one. */
export function readSecret(env: Readonly<Record<string, string | undefined>>): string {
  const secret = env[SECRET_VARIABLE]?.trim() ?? '';
  const hint = `make one with \`openssl rand -hex 32\`, and set ${SECRET_VARIABLE} to it for the run and for every worker`;
  if (secret === '') throw new UsageError(`${SECRET_VARIABLE} is not set: jobs and rows are signed with it, so that who can write to the queue has nothing run`, { hint });
  if (secret.length < LEAST_CHARACTERS) throw new UsageError(`${SECRET_VARIABLE} has ${secret.length} characters, and at least ${LEAST_CHARACTERS} are needed`, { hint });
  return secret;
}
