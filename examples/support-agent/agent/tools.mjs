import { readFileSync } from 'node:fs';

const orders = JSON.parse(readFileSync(new URL('orders.json', import.meta.url), 'utf8'));
const REFUND_WINDOW_DAYS = 30;

/** What the agent can do. Each tool is a plain function over the order book. */
export const tools = {
  lookup_order: ({ order_id }) => orders[order_id] ?? { error: 'no such order' },

  check_refund_policy: ({ order_id }) => {
    const days = orders[order_id]?.delivered_days_ago;
    return { refundable: days !== undefined && days <= REFUND_WINDOW_DAYS, window_days: REFUND_WINDOW_DAYS };
  },

  issue_refund: ({ order_id, amount }) => ({ refunded: amount, order_id }),

  create_ticket: ({ topic, priority }) => ({ ticket: `T-${topic.length}${priority.length}`, topic, priority }),
};
