/** The properties of clients, by name. The schema needs no more of them; `pack.ts` has the rest. */
export const clientPropertyNames = [
  'terminal-is-terminal',
  'jobs-accounted-for',
  'success-is-success',
  'retries-bounded',
  'stops-when-gone',
  'no-orphans',
  'webhooks-once',
  'obeys-retry-after',
  'health-is-not-capacity',
  'polls-with-pause',
  'work-once',
  'pays-once',
  'webhooks-in-any-order',
  'connections-closed',
] as const;

export type ClientPropertyName = (typeof clientPropertyNames)[number];
