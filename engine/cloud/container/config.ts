import { argsAfter, type LaunchFields } from './launch.ts';

/** Container configuration, shared by pods, templates, endpoints and clusters (container.fields). */
export interface ContainerConfig {
  readonly args?: string;
  /** GB; wiped when the container is created again (container.disk). */
  readonly disk?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly image?: string;
  /** Each `port/protocol`. */
  readonly ports?: readonly string[];
  /** A registry credential's id, or null; a cluster has none. */
  readonly registry?: string | null;
}

/** The configuration with every field set, as every answer shows it (container.fields). */
export type CompleteContainer = Required<ContainerConfig>;

/** GB of container disk, by default of the world's settings. */
export const usualDisk = 20;

/** Fills the fields that were not set with empty values. */
export const completeContainer = (container: ContainerConfig, disk = usualDisk): CompleteContainer => ({
  args: '',
  disk,
  env: {},
  image: '',
  ports: [],
  registry: null,
  ...container,
});

/** Reads the fields that a body sets. `cmd` or `entrypoint` in it changes the previous `args`. */
export const readContainer = (body: LooseShape<ContainerConfig> & LaunchFields, argsBefore?: string): ContainerConfig => {
  const { disk, env, image, ports, registry } = body;
  const args = argsAfter(body, argsBefore);
  return {
    ...(args === undefined ? {} : { args }),
    ...(disk === undefined ? {} : { disk }),
    ...(env === undefined ? {} : { env }),
    ...(image === undefined ? {} : { image }),
    ...(ports === undefined ? {} : { ports }),
    ...(registry === undefined ? {} : { registry }),
  };
};

/** Merges two configurations: the upper one wins, and `env` is merged key by key. */
export const overlay = (lower: ContainerConfig, upper: ContainerConfig): ContainerConfig => {
  const merged = { ...lower, ...upper };
  return lower.env === undefined && upper.env === undefined ? merged : { ...merged, env: { ...lower.env, ...upper.env } };
};

/** The output type of a schema: an absent field may also be present as undefined. */
type LooseShape<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | undefined };

/** The mounts of a container besides its own disk: at most one of the first two, and a global volume in addition. */
export interface Mounts {
  readonly persistent?: { readonly size: number; readonly path: string };
  readonly network?: readonly { readonly volumeId: string; readonly path: string }[];
  readonly global?: readonly { readonly volumeId: string; readonly path: string }[];
}

export interface CpuShape {
  readonly id: string;
  readonly vcpuCount: number;
  /** GB, from the flavor's ratio. */
  readonly memory: number;
}

/** A CPU flavor and how many vCPUs of it, in a timeline. */
export const cpuWords = ({ id, vcpuCount }: CpuShape): string => `${id}×${vcpuCount}`;
