// Bare Express with the answers that podsim gives: what HTTP and JSON alone cost. With `patched` as its argument, requests and
// responses are born with Express's prototypes, as podsim's are.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';

const job = {
  id: 'b8f4c1de-3f54-4b6e-9d0e-0a6d2e551edb-u1',
  status: 'COMPLETED',
  delayTime: 1000,
  executionTime: 1000,
  output: { a: 1 },
  workerId: 'ep-demo-w1',
};
const app = express();
app.get('/v2/:endpoint/status/:job', (req, res) => res.json({ ...job, id: req.params.job }));
app.post('/v2/:endpoint/run', express.json(), (_req, res) => res.json({ id: job.id, status: 'IN_QUEUE' }));
const options = {};
if (process.argv[2] === 'patched') {
  options.IncomingMessage = class extends IncomingMessage {};
  options.ServerResponse = class extends ServerResponse {};
  app.request = Object.setPrototypeOf(options.IncomingMessage.prototype, app.request);
  app.response = Object.setPrototypeOf(options.ServerResponse.prototype, app.response);
}
const server = createServer(options, app).listen(0, '127.0.0.1', () =>
  console.log(`bare listening on http://127.0.0.1:${server.address().port}`),
);
