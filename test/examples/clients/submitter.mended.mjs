// Submits a few jobs, and makes sure that each one is done, or says what is not: submitter.mjs without its mistakes.

const inputs = [{ page: 1 }, { page: 2 }];
const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
const triesMax = 5;
const jobsMax = 3;
const pollsMax = 120;

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  /** When the limit of the platform ends, as it said last: a limit counts the calls for all jobs, so all of them wait. */
  let resumesAt = 0;

  /** Calls again if that may help, a few times, and not before the time that the platform gives. Whatever else fails is an error. */
  const call = async (method, path, body) => {
    for (let tries = 1; ; tries++) {
      while (Date.now() < resumesAt) await sleep(resumesAt - Date.now());
      const response = await fetch(`${url}/v2/${endpoint}/${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) return response.json();
      const mayPass = response.status === 429 || response.status >= 500;
      const why = await response.text();
      if (!mayPass || tries === triesMax) throw new Error(`${method} ${path}: ${response.status} ${why}`);
      const seconds = Number(response.headers.get('retry-after') ?? 2 ** tries);
      resumesAt = Math.max(resumesAt, Date.now() + seconds * 1_000);
    }
  };

  const untilOver = async (id) => {
    for (let polls = 0; polls < pollsMax; polls++) {
      // A 404 is an error: the job is gone, and nothing will come of it.
      const { status } = await call('GET', `status/${id}`);
      if (terminal.includes(status)) return status;
      await sleep(5_000);
    }
    await call('POST', `cancel/${id}`);
    return 'CANCELLED';
  };

  /** Tries a job a few times: each one is paid for. */
  const process = async (input) => {
    for (let jobs = 0; jobs < jobsMax; jobs++) {
      const { id } = await call('POST', 'run', { input });
      if ((await untilOver(id)) === 'COMPLETED') return id;
    }
    throw new Error(`${JSON.stringify(input)}: none of ${jobsMax} jobs was completed`);
  };

  const ended = await Promise.allSettled(inputs.map(process));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return ended.map(({ value }) => value);
};
