// Bare Express with the answers that podsim gives: what HTTP and JSON alone cost.
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
const server = app.listen(0, '127.0.0.1', () => console.log(`bare listening on http://127.0.0.1:${server.address().port}`));
