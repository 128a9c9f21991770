/** Container configuration, shared by pods, templates, endpoints and clusters (container.fields). */
export interface ContainerConfig {
  readonly args?: string;
  /** GB; gone whenever the container is made anew (container.disk). */
  readonly disk?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly image?: string;
  /** Each `port/protocol`. */
  readonly ports?: readonly string[];
  /** A registry credential's id, or null; a cluster has none. */
  readonly registry?: string | null;
}

/** With every field of it, as every answer shows them (container.fields). */
export type CompleteContainer = Required<ContainerConfig>;

/** GB of container disk where no world says otherwise. */
export const usualDisk = 20;

/** What was set, and for the rest what stands for nothing. */
export const completeContainer = (container: ContainerConfig, disk = usualDisk): CompleteContainer => ({
  args: '',
  disk,
  env: {},
  image: '',
  ports: [],
  registry: null,
  ...container,
});

/** The fields of it that somebody set, and no others. */
export const containerOf = ({ args, disk, env, image, ports, registry }: Loose<ContainerConfig>): ContainerConfig => ({
  ...(args === undefined ? {} : { args }),
  ...(disk === undefined ? {} : { disk }),
  ...(env === undefined ? {} : { env }),
  ...(image === undefined ? {} : { image }),
  ...(ports === undefined ? {} : { ports }),
  ...(registry === undefined ? {} : { registry }),
});

/** One laid over another: what the upper sets wins, env key by key. */
export const overlay = (lower: ContainerConfig, upper: ContainerConfig): ContainerConfig => {
  const merged = { ...lower, ...upper };
  return lower.env === undefined && upper.env === undefined ? merged : { ...merged, env: { ...lower.env, ...upper.env } };
};

/** As a schema's output has it: a field that is absent may also be there as undefined. */
type Loose<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | undefined };

/** What may be mounted in a container beside its own disk; at most one of the two. */
export interface Mounts {
  readonly persistent?: { readonly size: number; readonly path: string };
  readonly network?: readonly { readonly volumeId: string; readonly path: string }[];
}

export interface CpuShape {
  readonly id: string;
  readonly vcpuCount: number;
  /** GB, from the flavour's ratio. */
  readonly memory: number;
}
