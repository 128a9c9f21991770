// biome-ignore-all format: `npm run generate` writes it
import type { TimingValue } from './timingValue.ts';

/** The values of `measured-2026-11`, computed from the observations in `scenarios/observed/`. A setting that is not here is as in `textbook`. */
export const measured202611: readonly TimingValue[] = [
  {
    "setting": "worker.takeEvery",
    "value": 1000,
    "mechanism": "take",
    "facts": [
      "T046"
    ],
    "estimator": "median of 2 values",
    "spread": "1000 ms, 2 values",
    "open": "the gap under the newest SDK was never measured"
  },
  {
    "setting": "worker.takeDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 136,
      "p95Ms": 236
    },
    "mechanism": "take",
    "facts": [
      "T038",
      "T040",
      "T044"
    ],
    "estimator": "lognormal of 12 values: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "56 to 160 ms, quartiles 121 and 149",
    "open": "other regions and gateways"
  },
  {
    "setting": "job.postDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 284,
      "p95Ms": 485
    },
    "mechanism": "post",
    "facts": [
      "T041",
      "T044"
    ],
    "estimator": "lognormal of 6 values: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "172 to 324 ms, quartiles 237 and 313",
    "open": "sometimes under 60 ms"
  },
  {
    "setting": "worker.flashbootStart",
    "value": {
      "kind": "lognormal",
      "medianMs": 1537,
      "p95Ms": 3565
    },
    "mechanism": "sleep",
    "facts": [
      "T021",
      "T027",
      "T034",
      "T035"
    ],
    "estimator": "lognormal of 4 values: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "1188 to 2500 ms, quartiles 1347 and 1880",
    "open": "how long a snapshot lives on its host"
  },
  {
    "setting": "worker.sleep",
    "value": "on",
    "mechanism": "sleep",
    "facts": [
      "T134"
    ],
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "how long a sleeping slot lives"
  },
  {
    "setting": "worker.snapshotHit",
    "value": 83,
    "mechanism": "sleep",
    "facts": [
      "T027"
    ],
    "estimator": "share, one value",
    "spread": "one value",
    "open": "a coin for each wake may be too simple"
  },
  {
    "setting": "worker.snapshotLife",
    "value": 1029000,
    "mechanism": "sleep",
    "facts": [
      "T029"
    ],
    "estimator": "median of one value",
    "spread": "1029000 ms, one value",
    "open": "nothing between three and sixteen minutes"
  },
  {
    "setting": "worker.handOver",
    "value": 4000,
    "mechanism": "hand-over",
    "facts": [
      "T047"
    ],
    "estimator": "median of one value",
    "spread": "4000 ms, one value",
    "open": "one transcript, polled every few seconds"
  },
  {
    "setting": "worker.start",
    "value": {
      "kind": "mixture",
      "parts": [
        {
          "of": {
            "kind": "lognormal",
            "medianMs": 10250,
            "p95Ms": 12145
          },
          "weight": 11
        },
        {
          "of": {
            "kind": "lognormal",
            "medianMs": 25910,
            "p95Ms": 40331
          },
          "weight": 7
        }
      ]
    },
    "mechanism": "start",
    "facts": [
      "T001",
      "T007",
      "T014",
      "T018",
      "T129"
    ],
    "estimator": "two modes, parted at the widest gap of the logarithms (11 and 7 values); each lognormal: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "9383 to 27631 ms, quartiles 10238 and 18674",
    "open": "why there is a second mode"
  },
  {
    "setting": "worker.imagePull",
    "value": 0,
    "mechanism": "pull",
    "facts": [
      "T004"
    ],
    "estimator": "median of one value",
    "spread": "0 ms, one value",
    "open": "compression and layers"
  },
  {
    "setting": "worker.pullPerGigabyte",
    "value": {
      "kind": "lognormal",
      "medianMs": 8344,
      "p95Ms": 83872
    },
    "mechanism": "pull",
    "facts": [
      "T004",
      "T106"
    ],
    "estimator": "lognormal of 3 values: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "8098 to 26890 ms, quartiles 8221 and 17617",
    "open": "registry, compression, region; more than 20 minutes for 10 GB once"
  },
  {
    "setting": "worker.imageMegabytes",
    "value": 150,
    "mechanism": "pull",
    "facts": [
      "T004",
      "T007",
      "T047"
    ],
    "estimator": "median of 3 values",
    "spread": "150 to 2310 ms, quartiles 150 and 1230",
    "open": "images of GPU workers have 10 to 27 GB"
  },
  {
    "setting": "job.unnamedLostAfter",
    "value": 42078,
    "mechanism": "lost",
    "facts": [
      "T067"
    ],
    "estimator": "median of one value",
    "spread": "42078 ms, one value",
    "open": "a worker that is silent was never measured"
  },
  {
    "setting": "job.webhookGaps",
    "value": [
      5000,
      15000
    ],
    "mechanism": "webhook",
    "facts": [
      "T076"
    ],
    "estimator": "as it was seen, in order",
    "spread": "one transcript",
    "open": "one receiver; the documentation says 10 s apart"
  },
  {
    "setting": "call.edgeCut",
    "value": 100000,
    "mechanism": "edge",
    "facts": [
      "T088"
    ],
    "estimator": "median of one value",
    "spread": "100000 ms, one value",
    "open": "a gateway gave 502 after 36 s once"
  },
  {
    "setting": "job.cancelAnswers",
    "value": {
      "kind": "lognormal",
      "medianMs": 256,
      "p95Ms": 267
    },
    "mechanism": "cancel",
    "facts": [
      "T083"
    ],
    "estimator": "lognormal of 4 values: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "250 to 259 ms, quartiles 253 and 258",
    "open": "the client's network is in it"
  },
  {
    "setting": "job.cancelEnds",
    "value": {
      "kind": "lognormal",
      "medianMs": 315,
      "p95Ms": 333
    },
    "mechanism": "cancel",
    "facts": [
      "T083"
    ],
    "estimator": "lognormal of 4 values: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)",
    "spread": "308 to 321 ms, quartiles 310 and 320",
    "open": "the client's network is in it"
  },
  {
    "setting": "pod.pullIn",
    "value": "RUNNING",
    "mechanism": "pod",
    "facts": [
      "T106"
    ],
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "other regions"
  },
  {
    "setting": "pod.reach",
    "value": 33000,
    "mechanism": "pod",
    "facts": [
      "T106"
    ],
    "estimator": "median of one value",
    "spread": "33000 ms, one value",
    "open": "other regions and images"
  },
  {
    "setting": "pod.reachAgain",
    "value": 90000,
    "mechanism": "pod",
    "facts": [
      "T110"
    ],
    "estimator": "median of one value",
    "spread": "90000 ms, one value",
    "open": "one stop and start"
  }
];
