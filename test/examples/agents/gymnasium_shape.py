"""A task of podsim as an environment in the shape of gymnasium: reset, step, close. Import `gymnasium.Env` as a base if you have it."""

from session import Session


class TaskEnvironment:
    """An action is `{"method", "path", "body"}`, a call of the platform, or `{"end": "last words"}`. An observation is what came back."""

    metadata = {"render_modes": []}

    def __init__(self, file, steps_max=200, podsim=None):
        self._file, self._steps_max, self._podsim = file, steps_max, podsim
        self._session, self._steps = None, 0

    def reset(self, *, seed=None, options=None):
        self.close()
        self._session = Session(self._file, 1 if seed is None else seed, self._podsim, **(options or {}))
        self._steps = 0
        return {"status": None, "body": self._session.brief}, {}

    def step(self, action):
        """The reward comes at the end: the points of the run, from 0 to 1."""
        self._steps += 1
        truncated = "end" not in action and self._steps >= self._steps_max
        observation = {"status": None, "body": None}
        if "end" not in action:
            observation = self._session.call(action["method"], action["path"], action.get("body"))
        if "end" not in action and not truncated:
            return observation, 0.0, False, False, {}
        judged = self._session.end(action.get("end", ""))
        self._session = None
        return observation, judged["points"] / 1000, not truncated, truncated, judged

    def close(self):
        if self._session is not None:
            self._session.close()
            self._session = None
