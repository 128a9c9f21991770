// Load from outside, in real time: `npx podsim serve`, and beside it `k6 run k6.js`
import { check } from 'k6';
import http from 'k6/http';

const base = __ENV.PODSIM_URL ?? 'http://127.0.0.1:8787';
const headers = { authorization: `Bearer ${__ENV.PODSIM_API_KEY ?? 'podsim-dev-key'}`, 'content-type': 'application/json' };

export const options = {
  scenarios: { steady: { executor: 'constant-arrival-rate', rate: 20, timeUnit: '1s', duration: '10s', preAllocatedVUs: 20 } },
  thresholds: { checks: ['rate>0.99'] },
};

export default function () {
  const answer = http.post(`${base}/v2/ep-demo/runsync`, JSON.stringify({ input: { prompt: 'hi' } }), { headers });
  check(answer, { 'the job is completed': ({ status, body }) => status === 200 && JSON.parse(body).status === 'COMPLETED' });
}
