/** Those that have programs to look after. */
export const liveProcesses = new Set<{ endNow(): Promise<void> }>();

/** Ends every program that this process has started, and what they left behind, by force. Never rejects. */
export async function endAllNow(): Promise<void> {
  await Promise.all([...liveProcesses].map((processes) => processes.endNow()));
}
