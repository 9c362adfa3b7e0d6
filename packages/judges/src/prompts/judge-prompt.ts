/** A prompt as data. `render` only puts slots in place; whatever is decided is decided before. */
export interface JudgePrompt<TSlots> {
  readonly id: string;
  readonly version: string;
  /** The same for every request, so that APIs can reuse it from their prompt cache. */
  readonly system: string;
  render(slots: TSlots): string;
}
