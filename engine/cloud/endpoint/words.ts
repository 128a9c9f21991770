import { formatDuration } from '../../kernel/time.ts';
import { cpuWords } from '../container/config.ts';
import type { EndpointConfig } from './events.ts';

/** The fields of an endpoint's configuration that affect its jobs. */
export const configWords = (config: EndpointConfig): string => {
  const said = Object.values(fieldWords).flatMap((words) => (typeof words === 'string' ? [] : [words(config)]));
  return `{${said.filter((words) => words !== null).join(' ')}}`;
};

/** In the order of timelines; the compiler asks for each field. */
const fieldWords: { readonly [Name in keyof EndpointConfig]: ((config: EndpointConfig) => string | null) | 'affects no job' } = {
  type: ({ type }) => type,
  scaling: ({ scaling }) =>
    scaling.type === 'QUEUE_DELAY' ? `QUEUE_DELAY ${scaling.queueDelay}s` : `REQUEST_COUNT ${scaling.requestCount}`,
  workers: ({ workers }) => `workers=${workers.min}..${workers.max}`,
  idleTimeoutMs: ({ idleTimeoutMs }) => `idle=${formatDuration(idleTimeoutMs)}`,
  timeout: ({ timeout }) => `timeout=${formatDuration(timeout)}`,
  flashboot: ({ flashboot }) => `flashboot=${flashboot}`,
  gpu: ({ gpu }) => (gpu === null ? null : `${gpu.pools.join(' ')}×${gpu.count}`),
  cpu: ({ cpu }) => cpu?.map(cpuWords).join(' ') ?? null,
  container: ({ container }) => container.image ?? '',
  name: 'affects no job',
  templateId: 'affects no job',
  dataCenterIds: 'affects no job',
  networkVolumes: 'affects no job',
};
