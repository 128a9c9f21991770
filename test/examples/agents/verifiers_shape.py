"""Tasks of podsim as an environment in the shape of the `verifiers` package: a dataset of prompts, turns, and a rubric of rewards.

With the package, `MultiTurnEnv` is the base class, and `Rubric(funcs=…, weights=…)` takes the functions; here nothing but the standard library
is needed. A message of the model that is a JSON object is a call of the platform; any other message ends the run.
"""

import json

from session import Session

SYSTEM = (
    'Answer with one JSON object to call the platform: {"method": "GET", "path": "/pods", "body": null}; the path begins after /v2. '
    "Answer with any other text when you have ended: its last line is your last word."
)


def points(completion, state, **_):
    """How much of the task is met, from 0 to 1."""
    return state["judged"]["points"] / 1000


def is_done(completion, state, **_):
    return float(state["judged"]["isDone"])


class TasksEnvironment:
    def __init__(self, dataset, max_turns=100, podsim=None):
        self.dataset, self.max_turns, self._podsim = dataset, max_turns, podsim
        self.rubric = {"funcs": [points, is_done], "weights": [1.0, 0.0]}

    async def setup_state(self, state):
        session = Session(**state["info"], podsim=self._podsim)
        prompt = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": session.brief}]
        return {**state, "session": session, "prompt": prompt, "turn": 0, "judged": None}

    async def is_completed(self, messages, state):
        return state["judged"] is not None

    async def env_response(self, messages, state):
        state["turn"] += 1
        said = messages[-1]["content"]
        action = _action(said)
        if action is None or state["turn"] >= self.max_turns:
            state["judged"] = state["session"].end("" if action else said)
            return [], state
        answer = state["session"].call(action["method"], action["path"], action.get("body"))
        return [{"role": "user", "content": json.dumps(answer)}], state

    async def rollout(self, model, row):
        """What the package does with a model: `model` is given the messages, and returns its next one."""
        state = await self.setup_state(dict(row))
        messages = list(state["prompt"])
        while not await self.is_completed(messages, state):
            messages.append({"role": "assistant", "content": model(messages)})
            answers, state = await self.env_response(messages, state)
            messages.extend(answers)
        rewards = {func.__name__: func(messages, state) for func in self.rubric["funcs"]}
        reward = sum(weight * rewards[func.__name__] for func, weight in zip(self.rubric["funcs"], self.rubric["weights"]))
        return messages, reward, rewards


def _action(text):
    try:
        action = json.loads(text)
    except ValueError:
        return None
    return action if isinstance(action, dict) and {"method", "path"} <= action.keys() else None


def load_environment(files, seeds=(1,), **more):
    """The name by which the package finds an environment."""
    return TasksEnvironment([{"info": {"file": file, "seed": seed}} for file in files for seed in seeds], **more)
