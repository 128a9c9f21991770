import { formatDuration } from '../../kernel/time.ts';
import { cpuWords } from '../container/config.ts';
import type { EndpointConfig } from './events.ts';

/** The fields of an endpoint's configuration that affect its jobs. */
export const configWords = ({ type, scaling, workers, idleTimeoutMs, flashboot, timeout, gpu, cpu, container }: EndpointConfig): string => {
  const scaler = scaling.type === 'QUEUE_DELAY' ? `QUEUE_DELAY ${scaling.queueDelay}s` : `REQUEST_COUNT ${scaling.requestCount}`;
  const compute = gpu === null ? (cpu ?? []).map(cpuWords).join(' ') : `${gpu.pools.join(' ')}×${gpu.count}`;
  const times = `idle=${formatDuration(idleTimeoutMs)} timeout=${formatDuration(timeout)} flashboot=${flashboot}`;
  return `{${type} ${scaler} workers=${workers.min}..${workers.max} ${times} ${compute} ${container.image ?? ''}}`;
};
