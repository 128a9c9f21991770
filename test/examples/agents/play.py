"""Plays a task by a script in both shapes, without a model: `python play.py TASK gymnasium|verifiers careful|idle`. Prints what came of it."""

import asyncio
import json
import sys

from gymnasium_shape import TaskEnvironment
from verifiers_shape import load_environment


def next_action(style, answers):
    """The careful script of orphaned-pod.task.yaml: rents a pod, waits until it runs, and terminates it. None when it has ended."""
    if style == "idle":
        return None
    if not answers:
        gpu = {"id": "NVIDIA GeForce RTX 4090", "count": 1}
        return {"method": "POST", "path": "/pods", "body": {"name": "p", "image": "acme/train:1", "gpu": gpu}}
    pod = answers[0]["body"]["id"]
    if answers[-1]["body"] is None:
        return None
    if answers[-1]["body"]["status"] != "RUNNING":
        return {"method": "GET", "path": f"/pods/{pod}"}
    return {"method": "DELETE", "path": f"/pods/{pod}"}


def by_gymnasium(file, style):
    environment = TaskEnvironment(file)
    environment.reset(seed=1)
    answers, rewards, over = [], [], False
    while not over:
        action = next_action(style, answers) or {"end": "done"}
        observation, reward, terminated, truncated, info = environment.step(action)
        answers.append(observation)
        rewards.append(reward)
        over = terminated or truncated
    return {"steps": len(rewards), "reward": sum(rewards), "done": info["isDone"], "fingerprint": info["fingerprint"]}


def by_verifiers(file, style):
    environment = load_environment([file])

    def model(messages):
        answers = [json.loads(message["content"]) for message in messages[2:] if message["role"] == "user"]
        action = next_action(style, answers)
        return "I have ended." if action is None else json.dumps(action)

    messages, reward, rewards = asyncio.run(environment.rollout(model, environment.dataset[0]))
    return {"messages": len(messages), "reward": reward, "done": rewards["is_done"]}


if __name__ == "__main__":
    _, file, shape, style = sys.argv
    print(json.dumps({"gymnasium": by_gymnasium, "verifiers": by_verifiers}[shape](file, style)))
