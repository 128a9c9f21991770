// biome-ignore-all format: `npm run generate` writes it
import type { TimingValue } from './timingValue.ts';

/** The values of `measured-2026-12`, computed from the observations in `scenarios/observed/`. A setting that is not here is as in `textbook`. */
export const measured202612: readonly TimingValue[] = [
  {
    "setting": "worker.takeEvery",
    "value": 1000,
    "mechanism": "take"
  },
  {
    "setting": "worker.takeDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 134,
      "p95Ms": 179
    },
    "mechanism": "take"
  },
  {
    "setting": "job.postDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 284,
      "p95Ms": 439
    },
    "mechanism": "post"
  },
  {
    "setting": "worker.start",
    "value": {
      "kind": "perImage",
      "between": {
        "kind": "lognormal",
        "medianMs": 10266,
        "p95Ms": 33932
      },
      "withinPercent": 30
    },
    "mechanism": "start"
  },
  {
    "setting": "start of an image that is not known",
    "value": {
      "kind": "perImage",
      "between": {
        "kind": "lognormal",
        "medianMs": 17615,
        "p95Ms": 51130
      },
      "withinPercent": 30
    },
    "mechanism": "start"
  },
  {
    "setting": "worker.flashbootStart",
    "value": {
      "kind": "perImage",
      "between": {
        "kind": "lognormal",
        "medianMs": 1267,
        "p95Ms": 1762
      },
      "withinPercent": 8
    },
    "mechanism": "sleep"
  },
  {
    "setting": "clock of a client",
    "value": 1068,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.sleep",
    "value": "on",
    "mechanism": "sleep"
  },
  {
    "setting": "endpoint.prepares",
    "value": 1,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.awakeShown",
    "value": "running",
    "mechanism": "hand-over"
  },
  {
    "setting": "worker.snapshotHit",
    "value": 72,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.snapshotSpread",
    "value": 23,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.snapshotLife",
    "value": 2830275,
    "mechanism": "sleep"
  },
  {
    "setting": "worker.handOver",
    "value": 5000,
    "mechanism": "hand-over"
  },
  {
    "setting": "worker.importLoad",
    "value": {
      "kind": "perImage",
      "between": {
        "kind": "lognormal",
        "medianMs": 1268,
        "p95Ms": 7869
      },
      "withinPercent": 30
    },
    "mechanism": "first-job"
  },
  {
    "setting": "worker.checkpointLoad",
    "value": {
      "kind": "perImage",
      "between": {
        "kind": "lognormal",
        "medianMs": 47621,
        "p95Ms": 113723
      },
      "withinPercent": 30
    },
    "mechanism": "first-job"
  },
  {
    "setting": "start of an engine",
    "value": {
      "kind": "perImage",
      "between": {
        "kind": "lognormal",
        "medianMs": 134089,
        "p95Ms": 688710
      },
      "withinPercent": 30
    },
    "mechanism": "start"
  },
  {
    "setting": "pod.reach",
    "value": {
      "kind": "lognormal",
      "medianMs": 33000,
      "p95Ms": 287914
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
      "medianMs": 27251,
      "p95Ms": 237802
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
      "medianMs": 8220,
      "p95Ms": 71731
    },
    "mechanism": "pull"
  },
  {
    "setting": "pod.imageMemory",
    "value": "host",
    "mechanism": "pull"
  },
  {
    "setting": "pod.pullRate",
    "value": "pool",
    "mechanism": "pull"
  },
  {
    "setting": "worker.pullRate",
    "value": "pool",
    "mechanism": "pull"
  },
  {
    "setting": "worker.hostOrder",
    "value": "drawn",
    "mechanism": "pull"
  },
  {
    "setting": "worker.shortHours",
    "value": 57,
    "mechanism": "capacity"
  },
  {
    "setting": "worker.heldShare",
    "value": 28,
    "mechanism": "capacity"
  },
  {
    "setting": "worker.held",
    "value": {
      "kind": "lognormal",
      "medianMs": 968161,
      "p95Ms": 5676305
    },
    "mechanism": "capacity"
  },
  {
    "setting": "job.unnamedLostAfter",
    "value": {
      "kind": "lognormal",
      "medianMs": 42078,
      "p95Ms": 71045
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
      "p95Ms": 168841
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
      "p95Ms": 326
    },
    "mechanism": "cancel"
  },
  {
    "setting": "job.cancelEnds",
    "value": {
      "kind": "lognormal",
      "medianMs": 315,
      "p95Ms": 402
    },
    "mechanism": "cancel"
  },
  {
    "setting": "worker.remove",
    "value": {
      "kind": "lognormal",
      "medianMs": 3000,
      "p95Ms": 26174
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
      "p95Ms": 785220
    },
    "mechanism": "pod"
  }
];
