import sdk from 'runpod-sdk';

const { PODSIM_API_KEY, RUNPOD_ENDPOINT_BASE_URL } = process.env;
const endpoint = sdk(PODSIM_API_KEY, { baseUrl: RUNPOD_ENDPOINT_BASE_URL }).endpoint('ep-demo');

const job = await endpoint.runSync({ input: { prompt: 'hi' } });
console.log(job.status, job.output, `waited ${job.delayTime} ms for a worker, ran ${job.executionTime} ms`);
