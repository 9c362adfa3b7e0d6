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

/** What requests to a model take, as far as that is known before one is sent. */
export interface Pricing {
  /** Absent for a model without a known price. */
  readonly price?: ModelPrice | undefined;
  /** What its price is written under in a price table: `provider:model`. */
  readonly key: string;
  /** Most tokens of a reply where a request says nothing; absent when nobody bounds them. */
  readonly maxTokens?: number | undefined;
}
