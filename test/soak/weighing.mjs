// Preloaded into the server under test: measures its memory when the parent process asks. Needs --expose-gc and an IPC channel.
process.on('message', () => {
  // The first collection frees dead objects, the second one what only they referred to.
  global.gc();
  global.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send({ heapUsed, external, rss, cpuSeconds: (user + system) / 1e6 });
});
// The channel to the parent does not keep the server alive.
process.channel.unref();
