"""A front end in a terminal: you attack and Raichi defends. python play.py [linnaeus.safetensors]"""
import sys

import raichi

network = raichi.Network(sys.argv[1] if len(sys.argv) > 1 else "linnaeus")  # an export, or a network of the package
game = raichi.Game("linnaeus")
while not game.is_over:
    if game.to_move == "defenders":
        game.play(str(raichi.Search(game).run(network, visits=200).best))
        continue
    for rank in reversed(range(9)):
        print(rank + 1, " ".join(".tTK"[piece] for piece in game.board()[rank]))
    print("  a b c d e f g h i")
    try:
        game.play(input("Your move, such as e2-c2: "))
    except raichi.Error as error:
        print(error)
print(f"{game.result}: {game.reason}")
