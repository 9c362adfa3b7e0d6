import type { ReplyMeter } from '../../reply-size/reply-meter.js';

const METER = Symbol('meter');

/** What a request says to our own `fetch` besides: SDKs hand it through. */
export interface Metered {
  readonly [METER]?: ReplyMeter;
}

/** Has the reply to a request counted by a meter. */
export function metered(meter: ReplyMeter): Metered {
  return { [METER]: meter };
}

export function meterOf(init: RequestInit & Metered): ReplyMeter | undefined {
  return init[METER];
}
