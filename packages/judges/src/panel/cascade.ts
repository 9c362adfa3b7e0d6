import { canonicalHash, reaches, type Judge, type JudgeRequest } from '@assay/schema';

/** A judge that is asked before the panel. */
export interface CascadeOptions {
  /** Its id and model are no judge's of the panel. */
  readonly first: Judge;
  /** Score that decides, in [0, 1]; default that from which a case passes. */
  readonly threshold?: number | undefined;
  /** How far from it a score may be for the panel to be asked, in [0, 1]; default {@link defaultBand}. */
  readonly band?: number | undefined;
  /** Share of the rest that the panel is asked about too, in [0, 1]; default 0.05. */
  readonly audit?: number | undefined;
}

/**
 * The band where none is given: 0.25, or three quarters of the way from the threshold to the nearer end of the range, where that is less. A judge cannot be
 * surer than 0 or 1: with these in the band, each pass in full would be handed on.
 */
export function defaultBand(threshold: number): number {
  return Math.min(0.25, Math.round(750 * Math.min(threshold, 1 - threshold)) / 1000);
}
export const DEFAULT_AUDIT = 0.05;

/** Hex digits that make a number below 2^52, which a double holds exactly. */
const DIGITS = 13;

/** Whether the panel is asked because the first judge wavers: its score is too near to the threshold, or missing. */
export function wavers(score: number | null, threshold: number, band: number): boolean {
  return score === null || reaches(band, Math.abs(score - threshold));
}

/**
 * Whether the panel is asked although the first judge did not waver. Drawn by a digest of the question, so that the same question is drawn
 * whenever and wherever it is asked: in a run that is gone on with, on another machine, from a cache.
 */
export function isAudited(request: JudgeRequest, share: number): boolean {
  const drawn = parseInt(canonicalHash({ audit: 1, request }).slice(0, DIGITS), 16) / 16 ** DIGITS;
  return drawn < share;
}
