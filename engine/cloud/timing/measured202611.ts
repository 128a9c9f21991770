// biome-ignore-all format: `npm run generate` writes it
import type { TimingValue } from './timingValue.ts';

/** The values of `measured-2026-11`, computed from the observations in `scenarios/observed/`. A setting that is not here is as in `textbook`. */
export const measured202611: readonly TimingValue[] = [
  {
    "setting": "worker.takeEvery",
    "value": 1000,
    "mechanism": "take"
  },
  {
    "setting": "worker.takeDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 143,
      "p95Ms": 177
    },
    "mechanism": "take"
  },
  {
    "setting": "job.postDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 284,
      "p95Ms": 437
    },
    "mechanism": "post"
  },
  {
    "setting": "worker.start",
    "value": {
      "kind": "mixture",
      "parts": [
        {
          "of": {
            "kind": "lognormal",
            "medianMs": 10091,
            "p95Ms": 16934
          },
          "weight": 264
        },
        {
          "of": {
            "kind": "lognormal",
            "medianMs": 26073,
            "p95Ms": 59713
          },
          "weight": 36
        }
      ]
    },
    "mechanism": "start"
  },
  {
    "setting": "start of an image that is not known",
    "value": {
      "kind": "lognormal",
      "medianMs": 17857,
      "p95Ms": 51571
    },
    "mechanism": "start"
  },
  {
    "setting": "worker.flashbootStart",
    "value": {
      "kind": "lognormal",
      "medianMs": 1257,
      "p95Ms": 1959
    },
    "mechanism": "sleep"
  },
  {
    "setting": "clock of a client",
    "value": 1108,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.sleep",
    "value": "on",
    "mechanism": "sleep"
  },
  {
    "setting": "worker.snapshotHit",
    "value": 75,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.snapshotLife",
    "value": 1737543,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.handOver",
    "value": 5000,
    "mechanism": "hand-over"
  },
  {
    "setting": "firstJob of a handler",
    "value": {
      "kind": "lognormal",
      "medianMs": 46000,
      "p95Ms": 109844
    },
    "mechanism": "first-job"
  },
  {
    "setting": "start of an engine",
    "value": {
      "kind": "lognormal",
      "medianMs": 112357,
      "p95Ms": 366008
    },
    "mechanism": "start"
  },
  {
    "setting": "pod.reach",
    "value": {
      "kind": "lognormal",
      "medianMs": 33000,
      "p95Ms": 180192
    },
    "mechanism": "pod"
  },
  {
    "setting": "worker.imagePull",
    "value": 0,
    "mechanism": "pull"
  },
  {
    "setting": "worker.pullPerGigabyte",
    "value": {
      "kind": "lognormal",
      "medianMs": 17711,
      "p95Ms": 69560
    },
    "mechanism": "pull"
  },
  {
    "setting": "worker.imageMegabytes",
    "value": 150,
    "mechanism": "pull"
  },
  {
    "setting": "size of an image for GPUs",
    "value": 13150,
    "mechanism": "pull"
  },
  {
    "setting": "pod.imagePull",
    "value": 0,
    "mechanism": "pull"
  },
  {
    "setting": "pod.pullPerGigabyte",
    "value": {
      "kind": "lognormal",
      "medianMs": 17711,
      "p95Ms": 69560
    },
    "mechanism": "pull"
  },
  {
    "setting": "pod.imageMemory",
    "value": "host",
    "mechanism": "pull"
  },
  {
    "setting": "job.unnamedLostAfter",
    "value": {
      "kind": "lognormal",
      "medianMs": 42078,
      "p95Ms": 68301
    },
    "mechanism": "lost"
  },
  {
    "setting": "job.webhookGaps",
    "value": [
      5000,
      15000
    ],
    "mechanism": "webhook"
  },
  {
    "setting": "call.edgeCut",
    "value": {
      "kind": "lognormal",
      "medianMs": 100000,
      "p95Ms": 162321
    },
    "mechanism": "edge"
  },
  {
    "setting": "request.noWorker",
    "value": "400",
    "mechanism": "balancer"
  },
  {
    "setting": "job.cancelAnswers",
    "value": {
      "kind": "lognormal",
      "medianMs": 256,
      "p95Ms": 321
    },
    "mechanism": "cancel"
  },
  {
    "setting": "job.cancelEnds",
    "value": {
      "kind": "lognormal",
      "medianMs": 315,
      "p95Ms": 395
    },
    "mechanism": "cancel"
  },
  {
    "setting": "worker.remove",
    "value": {
      "kind": "lognormal",
      "medianMs": 3000,
      "p95Ms": 16381
    },
    "mechanism": "cancel"
  },
  {
    "setting": "pod.pullIn",
    "value": "RUNNING",
    "mechanism": "pod"
  },
  {
    "setting": "pod.reachAgain",
    "value": {
      "kind": "lognormal",
      "medianMs": 90000,
      "p95Ms": 491434
    },
    "mechanism": "pod"
  }
];
