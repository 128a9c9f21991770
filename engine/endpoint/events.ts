import type { ContainerConfig, CpuShape } from '../container/config.ts';
import type { HandlerSpec } from '../handler/handler.ts';
import type { DurationMs, VirtualTime } from '../kernel/time.ts';

/** What the log may say of an endpoint. */
export type EndpointEvent =
  | { readonly type: 'EndpointCreated'; readonly endpointId: string; readonly accountId: string; readonly config: EndpointConfig }
  | { readonly type: 'EndpointUpdated'; readonly endpointId: string; readonly config: EndpointConfig; readonly version: number }
  | { readonly type: 'EndpointHandlerSet'; readonly endpointId: string; readonly handler: HandlerSpec }
  | { readonly type: 'EndpointScalerArmed'; readonly endpointId: string; readonly checkAt: VirtualTime }
  | { readonly type: 'EndpointScalerChecked'; readonly endpointId: string }
  | { readonly type: 'EndpointDeleted'; readonly endpointId: string };

/** What an endpoint is made of, defaults filled in: the interface document's fields, spelled as there. */
export interface EndpointConfig {
  readonly name: string;
  /** The template it was made from; nobody is shown it, and it only keeps the template from being deleted (template.delete-used). */
  readonly templateId: string | null;
  readonly type: EndpointType;
  readonly scaling: Scaling;
  readonly workers: { readonly min: number; readonly max: number };
  /** How long a worker above `min` may be idle. */
  readonly idleTimeoutMs: DurationMs;
  readonly timeout: DurationMs;
  readonly flashboot: FlashBoot;
  readonly dataCenterIds: readonly string[];
  readonly networkVolumes: readonly string[];
  /** Complete once the endpoint is created; in logs of older engines, what was given and no more. */
  readonly container: ContainerConfig;
  readonly gpu: GpuRequest | null;
  readonly cpu: readonly CpuShape[] | null;
}

export type EndpointType = 'QUEUE' | 'LOAD_BALANCER';
export type FlashBoot = 'OFF' | 'FLASHBOOT' | 'PRIORITY_FLASHBOOT';
export type Scaling =
  | { readonly type: 'QUEUE_DELAY'; readonly queueDelay: number }
  | { readonly type: 'REQUEST_COUNT'; readonly requestCount: number };

export interface GpuRequest {
  readonly pools: readonly string[];
  readonly excludedTypes: readonly string[];
  readonly count: number;
  readonly allowedCudaVersions: readonly string[];
  readonly minCudaVersion: string | null;
}
