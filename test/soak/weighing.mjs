// Read into a server that is soaked, before it starts: it weighs its memory when its parent asks. Needs --expose-gc and an IPC channel.
process.on('message', () => {
  // Once for what is dead, and once more for what only that let go of.
  global.gc();
  global.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ heapUsed, external, rss });
});
// Whoever asks does not keep the server alive.
process.channel.unref();
