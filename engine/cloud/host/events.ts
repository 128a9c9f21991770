/** The events of a host. The definition of the world says which hosts exist. */
export type HostEvent =
  | { readonly type: 'HostFailed'; readonly hostId: string; readonly faultId: string }
  /** One of the faults that kept it down is over; another still keeps it down. */
  | { readonly type: 'HostStillDown'; readonly hostId: string; readonly faultId: string }
  | { readonly type: 'HostRecovered'; readonly hostId: string };
