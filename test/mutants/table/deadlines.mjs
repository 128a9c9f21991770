const tests = 'test/oracle/forged/recounts.slow.test.ts';
const dueBookTests = 'test/oracle/forged/dueBook.test.ts';
const dueBook = 'oracle/audit/deadlines/dueBook.ts';
const jobPage = 'oracle/audit/deadlines/jobPage.ts';
const jobEvents = 'oracle/audit/deadlines/jobEvents.ts';
const jobs = 'oracle/audit/deadlines/jobs.ts';
const results = 'oracle/audit/deadlines/results.ts';
const pods = 'oracle/audit/deadlines/pods.ts';
const requests = 'oracle/audit/deadlines/requests.ts';
const workerPage = 'oracle/audit/deadlines/workerPage.ts';
const workers = 'oracle/audit/deadlines/workers.ts';
const webhooks = 'oracle/audit/deadlines/webhooks.ts';

/**
 * Small changes of what the audit recounts of times, which the bad examples must notice.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const deadlines = [
  { tests, file: 'oracle/audit/recounts.ts', was: '  jobDeadlines,\n', is: '' },
  { tests, file: 'oracle/audit/recounts.ts', was: '  webhookRecount,\n', is: '' },
  { tests, file: dueBook, was: 'page.due <= due', is: 'page.due >= due' },
  { tests, file: dueBook, was: 'if (due !== undefined && due < to) return page;', is: '' },
  { tests, file: dueBook, was: 'if (at === due) return undefined;', is: 'if (due === undefined || at <= due) return undefined;' },
  { tests, file: dueBook, was: 'b !== undefined && b < a', is: 'b !== undefined && b > a' },
  { tests, file: dueBook, was: 'this.put({ ...page, place: nowhere });', is: '' },
  { tests, file: dueBook, was: 'span.due < this.#soon;', is: 'span.due < worldStart;' },
  { tests: dueBookTests, file: dueBook, was: 'pages[inSpan - page.place] = last;', is: '' },
  { tests: dueBookTests, file: dueBook, was: 'Math.min(this.watch.after, next.due)', is: 'next.due' },
  { tests, file: 'oracle/audit/allocation/ofEndpoints.ts', was: 'others.delete(id);', is: '' },
  { tests, file: 'oracle/audit/dueWatch.ts', was: 'this.after = thisInstant;', is: '' },
  { tests, file: 'oracle/audit/audit.ts', was: 'watch.after >= at', is: 'watch.after >= 0' },
  { tests, file: workers, was: 'this.#faultEndedAt = faultEndedAt;', is: '' },
  { tests, file: jobPage, was: "ending === 'hang' ? undefined : loadsMs + runsMs + postMs", is: 'loadsMs + runsMs + postMs' },
  { tests, file: jobs, was: 'page.missesAt = at;', is: '' },
  { tests, file: jobEvents, was: 'page.requeues += 1;', is: '' },
  { tests, file: jobEvents, was: 'requeues >= retriesMax ?', is: 'requeues <= retriesMax ?' },
  { tests, file: results, was: 'Math.min(page.keepForMs ?? retentionMs, retentionMs)', is: 'retentionMs' },
  { tests, file: results, was: 'event.until < goneAt', is: 'event.until > 0' },
  { tests, file: webhooks, was: 'if (page.isDropped) page.removedAt = at;', is: '' },
  { tests, file: webhooks, was: 'ms += gapAfter(k)', is: 'ms += 0' },
  { tests, file: webhooks, was: 'attempt !== tries + 1', is: 'attempt < 1' },
  { tests, file: webhooks, was: '!isSame(event.payload, payloadOf(page))', is: 'isSame(event.payload, page.id)' },
  { tests, file: 'oracle/audit/recounts.ts', was: '  workerDeadlines,\n', is: '' },
  { tests, file: 'oracle/audit/recounts.ts', was: '  requestDeadlines,\n', is: '' },
  { tests, file: 'oracle/audit/recounts.ts', was: '  podDeadlines,\n', is: '' },
  { tests, file: workerPage, was: 'return isAwaited ? undefined : phaseEndsAt;', is: 'return undefined;' },
  { tests, file: workerPage, was: 'page.phaseEndsAt = later(at, page.idleTimeoutMs);', is: '' },
  { tests, file: workerPage, was: 'page.silentAt = pickSooner(pings, polls);', is: '' },
  { tests, file: workers, was: "if ('jobId' in event && event.looksInMs !== undefined) page.looksAt", is: "if ('requestId' in event) page.looksAt" },
  { tests, file: workers, was: 'this.#faultEndedAt === at ? undefined :', is: 'at > 0 ? undefined :' },
  { tests, file: workers, was: 'said === crashes ?', is: 'said >= crashes ?' },
  { tests, file: requests, was: 'page.timesOutAt = later(at, timeoutMs);', is: '' },
  { tests, file: requests, was: 'return isBound ? strictWait : workerWait;', is: 'return workerWait;' },
  { tests, file: pods, was: 'reachMs === undefined ? undefined : later(at, reachMs)', is: 'undefined' },
  { tests, file: pods, was: "const wrong = compareTime('ran', rules.starting, at, page.phaseEndsAt);", is: 'const wrong = undefined;' },
  { tests, file: jobEvents, was: "drawSetting(cancelEnds, () => 0) === 0 ? undefined :", is: 'true ? undefined :' },
  { tests, file: jobs, was: 'page.cancelledAt = at;', is: '' },
  { tests, file: jobs, was: 'page.batchId === batchId && ', is: 'page.batchId === "" && '},
  { tests, file: workers, was: 'isSilent === true && this.#reportedAt !== at', is: 'isSilent !== true && this.#reportedAt !== at' },
];
