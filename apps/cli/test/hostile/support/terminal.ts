import { spawn, spawnSync } from 'node:child_process';

/** Whether there is what terminals are made with here. */
export const hasTerminals: boolean = process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0;

/**
 * Runs a command in a terminal of its own. When a text has been shown, it types what it is told, or closes the
 * terminal, and goes on reading.
 */
const SOURCE = `
import json, os, pty, select, sys, time
told = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(told["cwd"])
    os.execvpe(told["argv"][0], told["argv"], told["env"])
shown, done, closed = b"", False, False
deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    if not closed:
        ready, _, _ = select.select([terminal], [], [], 0.05)
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                piece = b""
            if piece == b"":
                closed = True
            shown += piece
    else:
        time.sleep(0.05)
    if not done and told["when"].encode() in shown:
        done = True
        if told["type"] is None:
            os.close(terminal)
            closed = True
        else:
            os.write(terminal, told["type"].encode())
    if closed:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
            print(json.dumps({"exitCode": code, "shown": shown.decode("utf8", "replace")}))
            sys.exit(0)
os.kill(pid, 9)
print(json.dumps({"exitCode": None, "shown": shown.decode("utf8", "replace")}))
`;

export interface InTerminal {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text that is waited for. */
  readonly when: string;
  /** What is typed then; null closes the terminal. */
  readonly type: string | null;
}

export interface ShownInTerminal {
  /** Below zero for a signal; null when it did not end within a minute. */
  readonly exitCode: number | null;
  readonly shown: string;
}

export function runInTerminal(told: InTerminal): Promise<ShownInTerminal> {
  const child = spawn('python3', ['-c', SOURCE, JSON.stringify(told)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(JSON.parse(text) as ShownInTerminal));
  });
}
