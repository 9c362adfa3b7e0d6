/** Keeps watch over the programs that are started, so that nothing of them outlives their starter. */
export interface ChildProcesses {
  /** Prepares for the start of one program. */
  watch(options: WatchOptions): ProgramWatch;
}

interface WatchOptions {
  /** True leaves alone what the program puts into the background on purpose; only its own process group is ended. */
  readonly keepDaemons: boolean;
}

/** The watch over one program. */
interface ProgramWatch {
  /** Variables to add to the program's environment: by them everything is found that it leaves behind. */
  readonly env: Readonly<Record<string, string>>;
  /** The program runs, as the leader of a process group of its own. */
  started(pid: number): void;
  /** The program and its group have ended, or it never ran: whatever else it left behind is ended now. Does not wait for that. */
  ended(): void;
}
