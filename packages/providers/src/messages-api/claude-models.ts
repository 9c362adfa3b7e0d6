const VERSION = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?(?!\d)/u;

/** Version of a Claude model as major × 100 + minor; the newest when its name does not tell. */
function claudeVersion(model: string): number | undefined {
  if (!model.includes('claude')) return undefined;
  const found = VERSION.exec(model);
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : Number.POSITIVE_INFINITY;
}

/** Claude 4.7 and later accept no temperature, top_p or top_k but their own. */
export function samplingIsFixed(model: string): boolean {
  return (claudeVersion(model) ?? 0) >= 407;
}

/** Claude 4.5 and later can hold their answer to a JSON Schema. Others are made to call a tool. */
export function hasOutputFormat(model: string): boolean {
  return (claudeVersion(model) ?? 0) >= 405;
}
