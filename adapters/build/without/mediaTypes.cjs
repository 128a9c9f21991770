// Stands for `mime-db` in bundles. Express looks up the types of file names in it; podsim names the type of each answer itself, and sends no files by
// Express. The whole table is 22 kB of the package, compressed.
module.exports = {
  'application/json': { charset: 'UTF-8', extensions: ['json'] },
  'application/octet-stream': { extensions: ['bin'] },
  'image/png': { extensions: ['png'] },
  'image/svg+xml': { extensions: ['svg'] },
  'text/css': { charset: 'UTF-8', extensions: ['css'] },
  'text/html': { extensions: ['html', 'htm'] },
  'text/javascript': { charset: 'UTF-8', extensions: ['js', 'mjs'] },
  'text/plain': { extensions: ['txt'] },
};
