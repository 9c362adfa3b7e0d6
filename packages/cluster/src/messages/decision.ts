/** What a run says when a worker asks whether it still waits for a job. */
export type Decision = 'granted' | 'denied';

export function isDecision(text: string): text is Decision {
  return text === 'granted' || text === 'denied';
}
