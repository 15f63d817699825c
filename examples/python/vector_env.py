"""Measures how many moves a second VectorEnv plays on one core: vector_env.py [RULES [GAMES [SECONDS]]]."""

import sys
import time

import numpy as np

import raichi


def main() -> None:
    rules, games, seconds = (sys.argv[1:] + ["linnaeus", "256", "3"][len(sys.argv) - 1:])[:3]
    envs, numbers = raichi.VectorEnv(rules, int(games), max_plies=300), np.random.default_rng(1)
    masks = envs.reset()["action_mask"]  # which every step writes over
    steps, inside, begin = 0, 0.0, time.process_time()
    while time.process_time() - begin < float(seconds):
        actions = (numbers.random(masks.shape, np.float32) * masks).argmax(1)  # random legal moves
        before = time.process_time()
        envs.step(actions)
        inside += time.process_time() - before
        steps += len(envs)
    print(f"{rules}: {steps / inside:,.0f} moves a second; {steps / (time.process_time() - begin):,.0f} with the choice of moves in NumPy")


if __name__ == "__main__":
    main()
