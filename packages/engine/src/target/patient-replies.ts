import type { ReplyShare, TrialReplies } from '@assay/schema';

type WaitFor = (room: Promise<void>, giveUp: () => void) => Promise<void>;

function patientShare(share: ReplyShare, waitFor: WaitFor): ReplyShare {
  return {
    hold(bytes) {
      const room = share.hold(bytes);
      return room && waitFor(room, () => share.insist());
    },
    insist: () => share.insist(),
    keep: () => share.keep(),
    release: () => share.release(),
  };
}

/** A class, since an object with a getter of its own costs dozens of times as much, and each request is given one. */
class PatientReplies implements TrialReplies {
  readonly #replies: TrialReplies;
  readonly #waitFor: WaitFor;

  constructor(replies: TrialReplies, waitFor: WaitFor) {
    this.#replies = replies;
    this.#waitFor = waitFor;
  }

  get held(): number {
    return this.#replies.held;
  }

  share(mostBytes: number): ReplyShare {
    return patientShare(this.#replies.share(mostBytes), this.#waitFor);
  }

  release(): void {
    this.#replies.release();
  }
}

/** The replies of a trial as one request asks for room for them: whoever sent it knows of every wait. */
export function patientReplies(replies: TrialReplies, waitFor: WaitFor): TrialReplies {
  return new PatientReplies(replies, waitFor);
}
