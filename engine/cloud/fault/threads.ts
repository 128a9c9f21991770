import type { FaultKind } from './events.ts';

/** What a client meets by a kind of fault, and the thread of a person whom it hit, as `owner/repository#number`. */
interface Hit {
  readonly meets: string;
  readonly thread: string;
}

/** The faults that clients meet at their side of the API. */
// biome-ignore format: a table
export const threads: { readonly [Kind in FaultKind]?: Hit } = {
  'answer-lost':             { thread: 'artokun/comfyui-mcp#276', meets: 'The call has its effect, and the connection breaks before the answer.' },
  'answer-cut':              { thread: 'openai/openai-python#2356', meets: 'The connection breaks in the middle of the answer.' },
  'answer-late':             { thread: 'runpod/js-sdk#5', meets: 'The answer comes after `delay`: later than the client waits.' },
  'answer-500-after-effect': { thread: 'transformerlab/transformerlab-app#2305', meets: 'The call has its effect, and is answered 500.' },
  'answer-is':               { thread: 'runpod/runpod-python#36', meets: 'The answer is `answer`: HTML, no JSON, a create without its id. The call has its effect, unless `effect` is false.' },
  'list-lag':                { thread: 'transformerlab/transformerlab-app#1680', meets: 'Lists and reads of the management API do not show what was created less than `delay` ago. It exists, is billed, and can be changed and deleted.' },
  'views-disagree':          { thread: 'runpod/runpod-mcp#62', meets: '`/health` leaves out the workers that start or are throttled; the worker list shows them.' },
  'edge-timeout':            { thread: 'runpod/runpod-python#396', meets: 'A held call is cut with 524 after 100 s, a stream after 60 s, or after `delay`; the job goes on.' },
  'not-yet-reachable':       { thread: 'BSVogler/k8s-runpod-kubelet#8', meets: 'A pod is RUNNING, and for `delay` it has no `runtime` and no `ssh.direct`: its ports refuse.' },
  'quota-cut':               { thread: 'ashleykleynhans/runpod-worker-real-esrgan#1', meets: '`at` its time, the maximum of an endpoint that had no work for three days is lowered to 2, after seven days to 0: jobs wait for ever.' },
};
