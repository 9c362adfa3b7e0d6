/** Most texts that one request for vectors may have, at OpenAI and in deployments of Azure. */
export const MOST_TEXTS = 2048;
