// biome-ignore-all format: `npm run generate` writes it
import type { ValueGrounds } from './timingValue.ts';

/** What each value of `measured-2026-12` rests on, by its setting. */
export const grounds202612: Readonly<Record<string, ValueGrounds>> = {
  "worker.takeEvery": {
    "facts": [
      "T046"
    ],
    "values": 2,
    "estimator": "median of 2 values of one run",
    "spread": "1000, 2 values of one run",
    "open": "the gap under the newest SDK was never measured"
  },
  "worker.takeDelay": {
    "facts": [
      "N019",
      "T038",
      "T044"
    ],
    "values": 6,
    "estimator": "lognormal of 6 values of 3 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "100 to 149, quartiles 129 and 136",
    "open": "other regions and gateways"
  },
  "job.postDelay": {
    "facts": [
      "T041",
      "T044"
    ],
    "values": 6,
    "estimator": "lognormal of 6 values of 2 runs: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "172 to 324, quartiles 237 and 313",
    "open": "sometimes under 60 ms"
  },
  "worker.start": {
    "facts": [
      "N035",
      "T007",
      "T014",
      "T065"
    ],
    "values": 16,
    "estimator": "a level for each of 4 images (16 values), the median of its logarithms, and between levels their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind",
    "spread": "3937 to 27498, quartiles 9483 and 13563",
    "open": "why an image has a second mode: 4 of 11 starts of T014"
  },
  "start of an image that is not known": {
    "facts": [
      "N017",
      "T001",
      "T005",
      "T018",
      "T129"
    ],
    "values": 8,
    "estimator": "a level for each of 8 images (8 values), the median of its logarithms, and between levels their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind",
    "spread": "10117 to 47867, quartiles 12067 and 26242",
    "open": "how much of the image its host has"
  },
  "worker.flashbootStart": {
    "facts": [
      "N042",
      "T021",
      "T027",
      "T035"
    ],
    "values": 4,
    "estimator": "a level for each of 4 images (19 values), the median of its logarithms, and between levels their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind",
    "spread": "1055 to 1540, quartiles 1214 and 1395",
    "open": "how long a snapshot lives on its host"
  },
  "clock of a client": {
    "facts": [
      "T031",
      "T034"
    ],
    "values": 3,
    "estimator": "median of 3 values of 2 runs",
    "spread": "1060 to 1177, quartiles 1068 and 1127",
    "open": "how often a client asks, and from where"
  },
  "worker.sleep": {
    "facts": [
      "T059",
      "T134"
    ],
    "values": 2,
    "estimator": "as it was seen",
    "spread": "2 values of 2 runs",
    "open": "how long a sleeping slot lives"
  },
  "endpoint.prepares": {
    "facts": [
      "T059"
    ],
    "values": 1,
    "estimator": "median of one value",
    "spread": "1, one value",
    "open": "how many: one at least"
  },
  "worker.awakeShown": {
    "facts": [
      "T047",
      "T052"
    ],
    "values": 2,
    "estimator": "as it was seen",
    "spread": "2 values of 2 runs",
    "open": "the list of workers says otherwise"
  },
  "worker.snapshotHit": {
    "facts": [
      "N010",
      "N020",
      "N042",
      "T021",
      "T027",
      "T029"
    ],
    "values": 6,
    "estimator": "Bayes on a grid, a beta-binomial model of endpoints: the chance of each is its own, beta distributed, and falls linearly with the time without use. Before, any mean, any order of magnitude of the beta distribution’s weight (1 to 32 wakes) and of the life (5 minutes to a day, or no end), and any share of the life as a pause that is not stated, was as likely as any other. Given are the mean and the standard deviation of the next endpoint, and the median of the lives",
    "spread": "1 of 3, pauses not stated; 0 of 5, pauses not stated; 0 of 4 after 1029 s; 1 of 1 after 1200 s; 3 of 3 after 0 s; 16 of 22 after 130 s",
    "open": "what makes one endpoint differ from another: pauses, hosts, and images"
  },
  "worker.snapshotSpread": {
    "facts": [
      "N010",
      "N020",
      "N042",
      "T021",
      "T027",
      "T029"
    ],
    "values": 6,
    "estimator": "Bayes on a grid, a beta-binomial model of endpoints: the chance of each is its own, beta distributed, and falls linearly with the time without use. Before, any mean, any order of magnitude of the beta distribution’s weight (1 to 32 wakes) and of the life (5 minutes to a day, or no end), and any share of the life as a pause that is not stated, was as likely as any other. Given are the mean and the standard deviation of the next endpoint, and the median of the lives",
    "spread": "1 of 3, pauses not stated; 0 of 5, pauses not stated; 0 of 4 after 1029 s; 1 of 1 after 1200 s; 3 of 3 after 0 s; 16 of 22 after 130 s",
    "open": "few endpoints; of two of them the pauses are not known"
  },
  "worker.snapshotLife": {
    "facts": [
      "N010",
      "N020",
      "N042",
      "T021",
      "T027",
      "T029"
    ],
    "values": 6,
    "estimator": "Bayes on a grid, a beta-binomial model of endpoints: the chance of each is its own, beta distributed, and falls linearly with the time without use. Before, any mean, any order of magnitude of the beta distribution’s weight (1 to 32 wakes) and of the life (5 minutes to a day, or no end), and any share of the life as a pause that is not stated, was as likely as any other. Given are the mean and the standard deviation of the next endpoint, and the median of the lives",
    "spread": "1 of 3, pauses not stated; 0 of 5, pauses not stated; 0 of 4 after 1029 s; 1 of 1 after 1200 s; 3 of 3 after 0 s; 16 of 22 after 130 s",
    "open": "nothing between two and seventeen minutes"
  },
  "worker.handOver": {
    "facts": [
      "T047"
    ],
    "values": 1,
    "estimator": "median of one value",
    "spread": "5000, one value",
    "open": "one transcript, polled every few seconds: nothing says where in the interval"
  },
  "worker.importLoad": {
    "facts": [
      "N042",
      "T004"
    ],
    "values": 2,
    "estimator": "a level for each of 2 images (2 values), the median of its logarithms, and between levels their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind",
    "spread": "699 to 2300, quartiles 1099 and 1900",
    "open": "what is imported: two images, both short"
  },
  "worker.checkpointLoad": {
    "facts": [
      "N018",
      "T014",
      "T018",
      "T019",
      "T024",
      "T025",
      "T130"
    ],
    "values": 10,
    "estimator": "a level for each of 10 images (10 values), the median of its logarithms, and between levels their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind",
    "spread": "20000 to 87750, quartiles 41188 and 51750",
    "open": "the page cache of the host, and the size of the model"
  },
  "start of an engine": {
    "facts": [
      "N037",
      "N041",
      "N043",
      "T010",
      "T013",
      "T022",
      "T023",
      "T025",
      "T100"
    ],
    "values": 10,
    "estimator": "a level for each of 10 images (10 values), the median of its logarithms, and between levels their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind",
    "spread": "39967 to 990000, quartiles 102404 and 257750",
    "open": "the size of the model, and what is compiled"
  },
  "pod.reach": {
    "facts": [
      "T106"
    ],
    "values": 1,
    "estimator": "the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen",
    "spread": "33000, one value",
    "open": "other regions and images"
  },
  "worker.imagePull": {
    "facts": [
      "T004"
    ],
    "values": 1,
    "estimator": "nothing: the rate has all of it",
    "spread": "one value",
    "open": "compression and layers"
  },
  "worker.pullPerGigabyte": {
    "facts": [
      "T004"
    ],
    "values": 1,
    "estimator": "the one value; that other pools of hosts differ from it as images do is supposed and was not seen",
    "spread": "27251, one value",
    "open": "one pull of a worker on a CPU; two of vLLM on GPUs took over 20 and 36 minutes"
  },
  "worker.imageMegabytes": {
    "facts": [
      "T004",
      "T007",
      "T047"
    ],
    "values": 3,
    "estimator": "median of 3 values of 3 runs",
    "spread": "150 to 2310, quartiles 150 and 1230",
    "open": "images of GPU workers have 10 to 27 GB"
  },
  "size of an image for GPUs": {
    "facts": [
      "T009",
      "T013",
      "T106"
    ],
    "values": 4,
    "estimator": "median of 4 values of 3 runs",
    "spread": "6800 to 27000, quartiles 9200 and 18975",
    "open": "what is in it"
  },
  "pod.imagePull": {
    "facts": [
      "T106"
    ],
    "values": 2,
    "estimator": "nothing: the rate has all of it",
    "spread": "2 values of one run",
    "open": "compression and layers"
  },
  "pod.pullPerGigabyte": {
    "facts": [
      "T106"
    ],
    "values": 2,
    "estimator": "a rate for each of one pool of hosts (2 values), and between pools, as for images, their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by 3 pools more; that the next pool differs as images do is supposed and was not seen",
    "spread": "8098 to 8344, quartiles 8160 and 8282",
    "open": "registry, compression, region"
  },
  "pod.imageMemory": {
    "facts": [
      "T106"
    ],
    "values": 1,
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "whether a worker and a pod find the image of the other"
  },
  "pod.pullRate": {
    "facts": [
      "T106"
    ],
    "values": 1,
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "how long a pool keeps its rate"
  },
  "worker.pullRate": {
    "facts": [
      "T106"
    ],
    "values": 1,
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "two pulls of workers on one pool were never measured"
  },
  "worker.hostOrder": {
    "facts": [
      "T007"
    ],
    "values": 1,
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "which hosts the platform tries first"
  },
  "worker.shortHours": {
    "facts": [
      "N035",
      "N045",
      "T001",
      "T004",
      "T007",
      "T010",
      "T047",
      "T054",
      "T067",
      "T079"
    ],
    "values": 10,
    "estimator": "posterior means, from flat priors, of the share of short hours and of the share of launches held in one: the launches of a run are of one pool and hour. Too few facts: a wide guess, and no measurement",
    "spread": "0 of 1; 2 of 5; 0 of 1; 0 of 1; 0 of 2; 0 of 3; 0 of 1; 0 of 1; 1 of 3; 0 of 1",
    "open": "which GPU, place and hour. A run that is told of because it was held does not count: the others are not told of"
  },
  "worker.heldShare": {
    "facts": [
      "N035",
      "N045",
      "T001",
      "T004",
      "T007",
      "T010",
      "T047",
      "T054",
      "T067",
      "T079"
    ],
    "values": 10,
    "estimator": "posterior means, from flat priors, of the share of short hours and of the share of launches held in one: the launches of a run are of one pool and hour. Too few facts: a wide guess, and no measurement",
    "spread": "0 of 1; 2 of 5; 0 of 1; 0 of 1; 0 of 2; 0 of 3; 0 of 1; 0 of 1; 1 of 3; 0 of 1",
    "open": "whether one launch that is held makes the next one likelier to be"
  },
  "worker.held": {
    "facts": [
      "N046",
      "T060",
      "T128"
    ],
    "values": 3,
    "estimator": "maximum likelihood of the median, where a wait that was given up counts as one that is longer; how far waits deviate was not seen, and is supposed to be as for all times of containers; one wait of 10 min is supposed besides. Too few facts: a wide guess, and no measurement",
    "spread": "over 30 min; 9 min; over 4 min",
    "open": "two of three were given up before they ended"
  },
  "job.unnamedLostAfter": {
    "facts": [
      "T067"
    ],
    "values": 1,
    "estimator": "the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen",
    "spread": "42078, one value",
    "open": "a worker that is silent was never measured"
  },
  "job.webhookGaps": {
    "facts": [
      "T076"
    ],
    "values": 2,
    "estimator": "as it was seen, in order",
    "spread": "one transcript",
    "open": "one receiver; the documentation says 10 s apart"
  },
  "call.edgeCut": {
    "facts": [
      "T088"
    ],
    "values": 1,
    "estimator": "the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen",
    "spread": "100000, one value",
    "open": "a gateway gave 502 after 36 s once"
  },
  "request.noWorker": {
    "facts": [
      "T092"
    ],
    "values": 1,
    "estimator": "as it was seen",
    "spread": "one value",
    "open": ""
  },
  "job.cancelAnswers": {
    "facts": [
      "T083"
    ],
    "values": 4,
    "estimator": "lognormal of 4 values of one run: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "250 to 259, quartiles 253 and 258",
    "open": "the client's network is in it"
  },
  "job.cancelEnds": {
    "facts": [
      "T083"
    ],
    "values": 4,
    "estimator": "lognormal of 4 values of one run: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by 3 values more",
    "spread": "308 to 321, quartiles 310 and 320",
    "open": "the client's network is in it"
  },
  "worker.remove": {
    "facts": [
      "T070"
    ],
    "values": 1,
    "estimator": "the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen",
    "spread": "3000, one value",
    "open": "seen once, of one worker; whether its place is kept until then"
  },
  "pod.pullIn": {
    "facts": [
      "T106"
    ],
    "values": 1,
    "estimator": "as it was seen",
    "spread": "one value",
    "open": "other regions"
  },
  "pod.reachAgain": {
    "facts": [
      "T110"
    ],
    "values": 1,
    "estimator": "the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen",
    "spread": "90000, one value",
    "open": "one stop and start"
  }
};
