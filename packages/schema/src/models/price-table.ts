/** Price of a model in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** For input read from the API's prompt cache; default: the input price. */
  readonly cachedInput?: number | undefined;
}

/** Prices by model, as `provider:model` or `provider:prefix*`. */
export interface PriceTable {
  /** Day on which the prices were read, ISO 8601. */
  readonly date: string;
  readonly prices: Readonly<Record<string, ModelPrice>>;
}
