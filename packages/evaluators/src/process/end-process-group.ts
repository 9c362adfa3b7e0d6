/**
 * Ends a process that was started as the leader of its own group, with everything it started.
 * A group that is already gone is no error.
 */
export async function endProcessGroup(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    const { execa } = await import('execa');
    await execa('taskkill', ['/pid', String(pid), '/T', '/F'], { reject: false });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
