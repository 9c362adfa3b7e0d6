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

/** The replies of a trial as one request asks for room for them: whoever sent it knows of every wait. */
export function patientReplies(replies: TrialReplies, waitFor: WaitFor): TrialReplies {
  return {
    get held() {
      return replies.held;
    },
    share: (mostBytes) => patientShare(replies.share(mostBytes), waitFor),
    release: () => replies.release(),
  };
}
