import { isLeft, right } from 'fp-ts/lib/Either.js';
import { podPrintedBody } from '../contract/worker.ts';
import { command } from './command.ts';

/** POST pods/{id}/output: adds lines to its log, from a program in its container. */
export const podPrinted = command({
  id: 'podPrinted',
  methods: ['POST'],
  path: '/_podsim/v1/pods/{id}/output',
  resolves: { id: 'pod' },
  summary: 'Have what runs in a pod print: lines of its log',
  body: podPrintedBody,
  bodyMax: 'body',
  success: { status: 204 },
  refuses: [409],
  rules: ['control.inputs', 'pod.output'],
  run: (sim, { pod, body: { lines } }) => {
    const printed = sim.dispatch('pod', pod.id, { type: 'PrintLines', lines });
    return isLeft(printed) ? printed : right({ answer: { status: 204 } });
  },
});
