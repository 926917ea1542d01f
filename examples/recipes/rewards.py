"""Rewards of a groundrule service for trainers: TRL, verl and verifiers. Python's standard library alone.

    npx groundrule serve --model gpt-4.1-mini
    export GROUNDRULE_SERVICE=http://127.0.0.1:8377 GROUNDRULE_CRITERIA=discover

GROUNDRULE_CRITERIA is "discover", "generate", or JSON: {"set": "cs_…"} or a list of items. GROUNDRULE_KEY is an API key.
An unscored completion has no reward (None): it is never 0.
"""
import json
import os
import time
import urllib.error
import urllib.request

MAX_TRIES = 8


def rewards(prompts, completions, criteria=None, **options):
    """One reward in 0-1 for each completion, or None; equal ones are judged once."""
    given = criteria if criteria is not None else os.environ.get("GROUNDRULE_CRITERIA", "discover")
    if isinstance(given, str) and given[:1] in "[{":
        given = json.loads(given)
    body = {"prompts": prompts, "completions": completions, "criteria": given, **options}
    return _post("/v1/rewards", body)["rewards"]


def _post(path, body):
    service = os.environ.get("GROUNDRULE_SERVICE", "http://127.0.0.1:8377").rstrip("/")
    headers = {"content-type": "application/json"}
    if "GROUNDRULE_KEY" in os.environ:
        headers["authorization"] = "Bearer " + os.environ["GROUNDRULE_KEY"]
    request = urllib.request.Request(service + path, json.dumps(body).encode(), headers)
    refused = 0
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                result = json.load(answer)
                if answer.status == 200:
                    return result
                # 202: it goes on, however long that takes; wait for its end.
                request = urllib.request.Request(service + result["links"]["result"], headers=headers)
                refused = 0
                time.sleep(1)
        except urllib.error.HTTPError as error:
            refused += 1
            if error.code not in (429, 503) or refused == MAX_TRIES:
                raise RuntimeError(f"{error.code}: {error.read().decode()}") from error
            time.sleep(float(error.headers.get("retry-after", 5)))


def _text(message):
    """A text, or a conversation whose last message is meant."""
    return message if isinstance(message, str) else message[-1]["content"]


def trl_reward(prompts, completions, **_columns):
    """TRL: GRPOTrainer(reward_funcs=trl_reward). None leaves a completion out."""
    return rewards([_text(prompt) for prompt in prompts], [_text(completion) for completion in completions])


def compute_score(data_source, solution_str, ground_truth, extra_info=None, unscored=None):
    """verl: custom_reward_function.path=rewards.py. The prompt is extra_info["prompt"]; ground_truth is "" or None, or
    criteria of this prompt's own, as JSON.

    verl takes numbers alone: an unscored solution is an error, unless `unscored` (reward_kwargs) names a number for it.
    """
    if not (extra_info or {}).get("prompt"):
        raise ValueError(f'{data_source}: extra_info has no "prompt": put it there where the data set is made.')
    (reward,) = rewards(_text(extra_info["prompt"]), [solution_str], ground_truth or None)
    if reward is None and unscored is None:
        raise ValueError("The solution could not be scored.")
    return unscored if reward is None else reward


def verifiers_reward(prompt, completion, **_state):
    """verifiers: vf.Rubric(funcs=[verifiers_reward])."""
    (reward,) = rewards(_text(prompt), [_text(completion)])
    return float("nan") if reward is None else reward
