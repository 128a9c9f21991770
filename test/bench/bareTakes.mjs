// A bare HTTP server that answers workers as podsim does: a job to each take, and an empty object to each result, which it reads.
import { createServer } from 'node:http';

let given = 0;
const server = createServer((req, res) => {
  const answer = (body) => {
    const text = JSON.stringify(body);
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
  };
  if (req.method === 'GET')
    return answer({ id: `b8f4c1de-3f54-4b6e-9d0e-${String(++given).padStart(12, '0')}-u1`, input: { a: 1 }, delayTime: 0, retries: 0 });
  let text = '';
  req.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  req.on('end', () => {
    JSON.parse(text);
    answer({});
  });
}).listen(0, '127.0.0.1', () => console.log(`bare listening on http://127.0.0.1:${server.address().port}`));
