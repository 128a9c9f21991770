/** The contracts of the management API that a world may have, oldest first. The oldest is the interface document's. */
export const contracts = ['2026-08', '2026-11'] as const;

/** Whether a rule that one contract introduced holds in another. */
export const isSince = (contract: (typeof contracts)[number], since: (typeof contracts)[number]): boolean =>
  contracts.indexOf(contract) >= contracts.indexOf(since);
