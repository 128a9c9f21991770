import { defaultDefinition, explain, explanationText, finish, forkAt, later, parseDuration, timeline, World } from '../../engine/index.ts';

const world = new World(defaultDefinition({ apiKey: 'secret' }));
const request = { params: { endpoint_id: 'ep-demo' }, query: {}, body: { input: {} } };
const reply = world.call({ operation: 'run', client: { key: 'secret' }, request });
if (!('answer' in reply)) throw new Error('the call waits');
const { id } = reply.answer.body as { readonly id: string };
const minute = parseDuration('1m') ?? 0;
world.advance({ to: later(world.now, minute) });
console.log(timeline(world.log.entries()));

const explanation = finish(explain(world.log, id, world.settings, world.state));
if (explanation !== undefined) console.log(explanationText(explanation));

// Another world with the same past, in which the job was cancelled as soon as it had been submitted.
const fork = finish(forkAt(world, { seq: reply.seq ?? 0 }));
if (fork._tag === 'Left') throw new Error(fork.left);
const cancel = { params: { endpoint_id: 'ep-demo', job_id: id }, query: {} };
fork.right.call({ operation: 'cancel', client: { key: 'secret' }, request: cancel });
fork.right.advance({ untilIdle: true });
console.log(world.fingerprint() === fork.right.fingerprint());
