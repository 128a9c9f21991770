const tests = 'test/simulator/audit/recounts.test.ts';
const dueBook = 'simulator/audit/deadlines/dueBook.ts';
const jobPage = 'simulator/audit/deadlines/jobPage.ts';
const jobEvents = 'simulator/audit/deadlines/jobEvents.ts';
const jobs = 'simulator/audit/deadlines/jobs.ts';
const results = 'simulator/audit/deadlines/results.ts';
const webhooks = 'simulator/audit/deadlines/webhooks.ts';

/**
 * Small changes of what the audit recounts of times, which the bad examples must notice.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const deadlines = [
  { tests, file: 'simulator/audit/recounts.ts', was: '  jobDeadlines,\n', is: '' },
  { tests, file: 'simulator/audit/recounts.ts', was: '  webhookRecount,\n', is: '' },
  { tests, file: dueBook, was: 'page.due <= due', is: 'page.due >= due' },
  { tests, file: dueBook, was: 'if (due < to) return page;', is: '' },
  { tests, file: dueBook, was: 'if (at === due) return undefined;', is: 'if (due === undefined || at <= due) return undefined;' },
  { tests, file: dueBook, was: 'b !== undefined && b < a', is: 'b !== undefined && b > a' },
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
];
