// What the page itself comes to: the fingerprint of each run that it was made with, played by its own worker.

/** Runs in the page. Each run with the fingerprint that Node came to when the page was made, and the one that the page comes to. */
export const playAllInPage = async () => {
  const data = JSON.parse(document.getElementById('podsim-data').textContent);
  const script = [...document.scripts].at(-1).textContent;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  const played = (run) =>
    new Promise((done) => {
      worker.onmessage = ({ data: said }) => {
        if (said.type === 'ended') done(said.outcome.fingerprint);
        if (said.type === 'failed') done(said.problems.join(' '));
      };
      worker.postMessage({ type: 'play', run });
    });
  const runs = [];
  for (const { runs: known, ...scenario } of data.scenarios)
    for (const { index, member, fingerprint } of known)
      runs.push({ file: scenario.file, member, known: fingerprint, fingerprint: await played({ scenario, index }) });
  return runs;
};
