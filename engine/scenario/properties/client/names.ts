/** The properties of clients, by name. The schema needs no more of them; `pack.ts` has the rest. */
export const clientPropertyNames = [
  'terminal-is-terminal',
  'jobs-accounted-for',
  'retries-bounded',
  'stops-when-gone',
  'no-orphans',
  'webhooks-once',
  'obeys-retry-after',
  'health-is-not-capacity',
] as const;

export type ClientPropertyName = (typeof clientPropertyNames)[number];
