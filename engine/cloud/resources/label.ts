/** The kinds of resource that a tag or a cost center can be attached to, by the words of the API. */
export const labeledKinds = {
  POD: 'pod',
  CLUSTER: 'cluster',
  SERVERLESS_ENDPOINT: 'endpoint',
  NETWORK_VOLUME: 'volume',
} as const;

export type LabeledType = keyof typeof labeledKinds;

/** A resource as tags and cost centers name it. */
export interface Labeled {
  readonly type: LabeledType;
  readonly id: string;
}

/** What has a list of resources: they stay in it when they are deleted, because they are billed by it still (billing.labels). */
export interface LabelShape {
  readonly resources: readonly Labeled[];
}

/** Whether a tag or a cost center is attached to a resource. */
export const isAttached = ({ resources }: LabelShape, { type, id }: Labeled): boolean =>
  resources.some((one) => one.id === id && one.type === type);

export const attach = <Shape extends LabelShape>(shape: Shape, resource: Labeled): Shape => ({
  ...shape,
  resources: [...shape.resources, resource],
});

export const detach = <Shape extends LabelShape>(shape: Shape, { type, id }: Labeled): Shape => ({
  ...shape,
  resources: shape.resources.filter((one) => one.id !== id || one.type !== type),
});

/** The ids of what it is attached to, for an index. */
export const listIds = ({ shape }: { readonly shape: LabelShape }): readonly string[] => shape.resources.map(({ id }) => id);
