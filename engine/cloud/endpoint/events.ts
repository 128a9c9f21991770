import type { Complete } from '../../kernel/logEntry.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { ContainerConfig, CpuShape } from '../container/config.ts';
import type { HandlerSpec } from '../handler/spec.ts';

/** The events of an endpoint. */
export type EndpointEvent =
  | { readonly type: 'EndpointCreated'; readonly endpointId: string; readonly accountId: string; readonly config: Complete<EndpointConfig> }
  | { readonly type: 'EndpointUpdated'; readonly endpointId: string; readonly config: EndpointConfig; readonly version: number }
  | { readonly type: 'EndpointHandlerSet'; readonly endpointId: string; readonly handler: HandlerSpec }
  | { readonly type: 'EndpointScalerArmed'; readonly endpointId: string; readonly checkAt: VirtualTime }
  | { readonly type: 'EndpointScalerChecked'; readonly endpointId: string }
  | { readonly type: 'EndpointDeleted'; readonly endpointId: string };

/** The configuration of an endpoint, defaults filled in. Fields are named as in the interface document. */
export interface EndpointConfig {
  readonly name: string;
  /** The template it was created from. No answer shows it; it only keeps the template from being deleted (template.delete-used). */
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
  readonly container: ContainerConfig;
  readonly gpu: GpuRequest | null;
  readonly cpu: readonly CpuShape[] | null;
}

type EndpointType = 'QUEUE' | 'LOAD_BALANCER';
type FlashBoot = 'OFF' | 'FLASHBOOT' | 'PRIORITY_FLASHBOOT';
type Scaling =
  | { readonly type: 'QUEUE_DELAY'; readonly queueDelay: number }
  | { readonly type: 'REQUEST_COUNT'; readonly requestCount: number };

export interface GpuRequest {
  readonly pools: readonly string[];
  readonly excludedTypes: readonly string[];
  readonly count: number;
  readonly allowedCudaVersions: readonly string[];
  readonly minCudaVersion: string | null;
}
