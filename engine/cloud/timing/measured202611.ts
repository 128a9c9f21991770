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
    "estimator": "median of 2 values of one run",
    "spread": "1000, 2 values of one run",
    "open": "the gap under the newest SDK was never measured"
  },
  {
    "setting": "worker.takeDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 143,
      "p95Ms": 177
    },
    "mechanism": "take",
    "facts": [
      "T038",
      "T044"
    ],
    "estimator": "lognormal of 5 values of 2 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "128 to 149, quartiles 133 and 137",
    "open": "other regions and gateways"
  },
  {
    "setting": "job.postDelay",
    "value": {
      "kind": "lognormal",
      "medianMs": 284,
      "p95Ms": 437
    },
    "mechanism": "post",
    "facts": [
      "T041",
      "T044"
    ],
    "estimator": "lognormal of 6 values of 2 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "172 to 324, quartiles 237 and 313",
    "open": "sometimes under 60 ms"
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
    "mechanism": "start",
    "facts": [
      "T007",
      "T014",
      "T065"
    ],
    "estimator": "two modes, parted at the widest gap of the logarithms (9 and 4 values), and each run counted once for their shares; each lognormal: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "9240 to 27488, quartiles 9857 and 18755",
    "open": "why there is a second mode"
  },
  {
    "setting": "start of an image that is not known",
    "value": {
      "kind": "lognormal",
      "medianMs": 17857,
      "p95Ms": 51571
    },
    "mechanism": "start",
    "facts": [
      "T001",
      "T005",
      "T018",
      "T129"
    ],
    "estimator": "lognormal of 7 values of 4 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "10107 to 47857, quartiles 11657 and 22607",
    "open": "how much of the image its host has"
  },
  {
    "setting": "worker.flashbootStart",
    "value": {
      "kind": "lognormal",
      "medianMs": 1257,
      "p95Ms": 1959
    },
    "mechanism": "sleep",
    "facts": [
      "T021",
      "T027",
      "T035"
    ],
    "estimator": "lognormal of 3 values of 3 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "1045 to 1530, quartiles 1151 and 1394",
    "open": "how long a snapshot lives on its host"
  },
  {
    "setting": "clock of a client",
    "value": 1108,
    "mechanism": "sleep",
    "facts": [
      "T031",
      "T034"
    ],
    "estimator": "median of 3 values of 2 runs",
    "spread": "1100 to 1216, quartiles 1108 and 1166",
    "open": "how often a client asks, and from where"
  },
  {
    "setting": "worker.sleep",
    "value": "on",
    "mechanism": "sleep",
    "facts": [
      "T059",
      "T134"
    ],
    "estimator": "as it was seen",
    "spread": "2 values of 2 runs",
    "open": "how long a sleeping slot lives"
  },
  {
    "setting": "worker.snapshotHit",
    "value": 75,
    "mechanism": "sleep",
    "facts": [
      "T021",
      "T027",
      "T029"
    ],
    "estimator": "maximum likelihood of the counts, for the chance and the life together: the chance falls linearly with the time without use. One restore and one start more are supposed right after the last use (Laplace)",
    "spread": "0 of 4 after 1029 s; 1 of 1 after 1200 s; 16 of 22 after 130 s",
    "open": "a coin for each wake may be too simple"
  },
  {
    "setting": "worker.snapshotLife",
    "value": 1737543,
    "mechanism": "sleep",
    "facts": [
      "T021",
      "T027",
      "T029"
    ],
    "estimator": "maximum likelihood of the counts, for the chance and the life together: the chance falls linearly with the time without use. One restore and one start more are supposed right after the last use (Laplace)",
    "spread": "0 of 4 after 1029 s; 1 of 1 after 1200 s; 16 of 22 after 130 s",
    "open": "nothing between two and seventeen minutes"
  },
  {
    "setting": "worker.handOver",
    "value": 5000,
    "mechanism": "hand-over",
    "facts": [
      "T047"
    ],
    "estimator": "median of one value",
    "spread": "5000, one value",
    "open": "one transcript, polled every few seconds: nothing says where in the interval"
  },
  {
    "setting": "firstJob of a handler",
    "value": {
      "kind": "lognormal",
      "medianMs": 46000,
      "p95Ms": 109844
    },
    "mechanism": "first-job",
    "facts": [
      "T014",
      "T018",
      "T019",
      "T024",
      "T025",
      "T130"
    ],
    "estimator": "lognormal of 9 values of 6 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "20000 to 87750, quartiles 40000 and 52000",
    "open": "the page cache of the host, and the size of the model"
  },
  {
    "setting": "start of an engine",
    "value": {
      "kind": "lognormal",
      "medianMs": 112357,
      "p95Ms": 366008
    },
    "mechanism": "start",
    "facts": [
      "T010",
      "T013",
      "T022",
      "T023",
      "T025",
      "T100"
    ],
    "estimator": "lognormal of 6 values of 6 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "39957 to 277000, quartiles 102394 and 142464",
    "open": "the size of the model, and what is compiled"
  },
  {
    "setting": "pod.reach",
    "value": {
      "kind": "lognormal",
      "medianMs": 33000,
      "p95Ms": 180192
    },
    "mechanism": "pod",
    "facts": [
      "T106"
    ],
    "estimator": "lognormal of one value: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "33000, one value",
    "open": "other regions and images"
  },
  {
    "setting": "worker.imagePull",
    "value": 0,
    "mechanism": "pull",
    "facts": [
      "T004",
      "T106"
    ],
    "estimator": "nothing: the rate has all of it",
    "spread": "3 values of 2 runs",
    "open": "compression and layers"
  },
  {
    "setting": "worker.pullPerGigabyte",
    "value": {
      "kind": "lognormal",
      "medianMs": 17711,
      "p95Ms": 69560
    },
    "mechanism": "pull",
    "facts": [
      "T004",
      "T106"
    ],
    "estimator": "lognormal of 3 values of 2 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "8098 to 27077, quartiles 8221 and 17711",
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
    "estimator": "median of 3 values of 3 runs",
    "spread": "150 to 2310, quartiles 150 and 1230",
    "open": "images of GPU workers have 10 to 27 GB"
  },
  {
    "setting": "size of an image for GPUs",
    "value": 13150,
    "mechanism": "pull",
    "facts": [
      "T009",
      "T013",
      "T106"
    ],
    "estimator": "median of 4 values of 3 runs",
    "spread": "6800 to 27000, quartiles 9200 and 18975",
    "open": "what is in it"
  },
  {
    "setting": "pod.imagePull",
    "value": 0,
    "mechanism": "pull",
    "facts": [
      "T004",
      "T106"
    ],
    "estimator": "nothing: the rate has all of it",
    "spread": "3 values of 2 runs",
    "open": "compression and layers"
  },
  {
    "setting": "pod.pullPerGigabyte",
    "value": {
      "kind": "lognormal",
      "medianMs": 17711,
      "p95Ms": 69560
    },
    "mechanism": "pull",
    "facts": [
      "T004",
      "T106"
    ],
    "estimator": "lognormal of 3 values of 2 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "8098 to 27077, quartiles 8221 and 17711",
    "open": "registry, compression, region"
  },
  {
    "setting": "pod.imageMemory",
    "value": "host",
    "mechanism": "pull",
    "facts": [
      "T106"
    ],
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "whether a worker and a pod find the image of the other"
  },
  {
    "setting": "job.unnamedLostAfter",
    "value": {
      "kind": "lognormal",
      "medianMs": 42078,
      "p95Ms": 68301
    },
    "mechanism": "lost",
    "facts": [
      "T067"
    ],
    "estimator": "lognormal of one value: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "42078, one value",
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
    "value": {
      "kind": "lognormal",
      "medianMs": 100000,
      "p95Ms": 162321
    },
    "mechanism": "edge",
    "facts": [
      "T088"
    ],
    "estimator": "lognormal of one value: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "100000, one value",
    "open": "a gateway gave 502 after 36 s once"
  },
  {
    "setting": "request.noWorker",
    "value": "400",
    "mechanism": "balancer",
    "facts": [
      "T092"
    ],
    "estimator": "as it was seen",
    "spread": "one value",
    "open": ""
  },
  {
    "setting": "job.cancelAnswers",
    "value": {
      "kind": "lognormal",
      "medianMs": 256,
      "p95Ms": 321
    },
    "mechanism": "cancel",
    "facts": [
      "T083"
    ],
    "estimator": "lognormal of 4 values of one run: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "250 to 259, quartiles 253 and 258",
    "open": "the client's network is in it"
  },
  {
    "setting": "job.cancelEnds",
    "value": {
      "kind": "lognormal",
      "medianMs": 315,
      "p95Ms": 395
    },
    "mechanism": "cancel",
    "facts": [
      "T083"
    ],
    "estimator": "lognormal of 4 values of one run: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "308 to 321, quartiles 310 and 320",
    "open": "the client's network is in it"
  },
  {
    "setting": "worker.remove",
    "value": {
      "kind": "lognormal",
      "medianMs": 3000,
      "p95Ms": 16381
    },
    "mechanism": "cancel",
    "facts": [
      "T070"
    ],
    "estimator": "lognormal of one value: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "3000, one value",
    "open": "seen once, of one worker; whether its place is kept until then"
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
    "setting": "pod.reachAgain",
    "value": {
      "kind": "lognormal",
      "medianMs": 90000,
      "p95Ms": 491434
    },
    "mechanism": "pod",
    "facts": [
      "T110"
    ],
    "estimator": "lognormal of one value: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "90000, one value",
    "open": "one stop and start"
  }
];
