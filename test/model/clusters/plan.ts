/** Clusters are named by the order in which they are formed, from 0; those that are refused make none. Their members have a GPU or two each. */
export type ClusterAct = { readonly at: number } & (
  | { readonly do: 'form'; readonly members: number; readonly gpus: number }
  | { readonly do: 'get' | 'dissolve' | 'members'; readonly cluster: number }
  | { readonly do: 'list' }
);
