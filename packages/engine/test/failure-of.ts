/** What a promise rejects with. To be called at once, so that no rejection is ever unhandled. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new TypeError('it did not fail');
}
