/**
 * The platform as a script calls it: by HTTP, with the address and the key that an agent is given.
 * @typedef {{ status: number, body: any }} Answered
 * @typedef {ReturnType<typeof platformAt>} Platform
 */

/** @param {Readonly<Record<string, string | undefined>>} env */
export const platformAt = ({ PODSIM_URL, PODSIM_API_KEY }) => {
  /** @type {(method: string, path: string, body?: unknown) => Promise<Answered>} */
  const call = async (method, path, body) => {
    const answer = await fetch(`${PODSIM_URL}/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${PODSIM_API_KEY}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return platformOf(call);
};

/** @param {(method: string, path: string, body?: unknown) => Promise<Answered>} call */
export const platformOf = (call) => {
  const get = async (/** @type {string} */ path) => (await call('GET', path)).body;
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body = undefined) => (await call('POST', path, body)).body;
  const patch = async (/** @type {string} */ path, /** @type {unknown} */ body) => (await call('PATCH', path, body)).body;
  const drop = (/** @type {string} */ path) => call('DELETE', path);
  /** Looks until it is over: time passes with each look. @type {(path: string, isOver: (body: any) => boolean, most?: number) => Promise<any>} */
  const poll = async (path, isOver, most = 40) => {
    for (let k = 0; k < most; k++) {
      const body = await get(path);
      if (isOver(body)) return body;
    }
    return undefined;
  };
  const run = async (/** @type {string} */ endpoint, /** @type {unknown} */ input, more = {}) =>
    (await post(`/${endpoint}/run`, { input, ...more }))?.id;
  const ended = (/** @type {string} */ endpoint, /** @type {string} */ job, most = 40) =>
    poll(`/${endpoint}/status/${job}`, (body) => isEnded(body), most);
  /** Until so many jobs are completed. */
  const completed = (/** @type {string} */ endpoint, /** @type {number} */ count, most = 40) =>
    poll(`/${endpoint}/health`, ({ jobs }) => jobs.completed >= count, most);
  const running = (/** @type {string} */ pod, most = 40) => poll(`/pods/${pod}`, ({ status }) => status === 'RUNNING', most);
  const list = async (/** @type {string} */ path, /** @type {string} */ key) => {
    const body = await get(path);
    return /** @type {readonly any[]} */ (body?.[key] ?? (Array.isArray(body) ? body : []));
  };
  return { call, get, post, patch, drop, poll, run, ended, completed, running, list };
};

const isEnded = (/** @type {{ status?: string }} */ { status = '' }) => ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'].includes(status);
