/** What the log may say of a host. That it is there, the world's definition says. */
export type HostEvent =
  | { readonly type: 'HostFailed'; readonly hostId: string; readonly faultId: string }
  /** One of the faults that kept it down is over, and another still keeps it down. */
  | { readonly type: 'HostStillDown'; readonly hostId: string; readonly faultId: string }
  | { readonly type: 'HostRecovered'; readonly hostId: string };
