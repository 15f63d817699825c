// What Raichi tells of a game besides its own moves: hints and the review.

const $ = id => document.getElementById(id);

export class Assistant {
  #wantsHint = false;
  #reviews = false;

  /** `past` keeps what the searches of `engine` find; `isPersonsTurn()` says whether a person is to move. */
  constructor({engine, game, board, past, settings, isPersonsTurn}) {
    Object.assign(this, {engine, game, board, past, settings, isPersonsTurn});
    $('hint').onclick = () => this.#hint();
    $('review').onclick = () => this.#reviews ? this.#stop() : this.#begin();
    $('end-review').onclick = () => {
      $('review').click();
      $('review').scrollIntoView({block: 'nearest'});
    };
  }

  /** Begins anew with another state of the game. */
  reset() {
    this.#wantsHint = false;
    this.#endReview('');
  }

  /** Shows the hint that the reader waits for, if the search of the present position is done. */
  noteAdvice({done, judges}) {
    if (this.#wantsHint && done && judges) this.#hint();
  }

  get isReviewing() { return this.#reviews; }

  /** Notes that a position of the review has its evaluation. */
  noteReview({ply, plies}) {
    if (!this.#reviews) return;
    $('progress').textContent = `Position ${ply + 1} of ${plies + 1} …`;
    if (ply < plies) return;
    this.past.summarize();
    this.#endReview('');
  }

  /** Ends a review that another command has stopped. */
  interrupt() {
    if (this.#reviews) this.#endReview('The review was stopped.');
  }

  #hint() {
    const proven = this.game.state.proven?.move;
    if (proven) {
      this.board.showHint(proven);
      $('status').textContent = `The proof plays ${proven}.`;
      return;
    }
    const advice = this.past.advices[this.game.state.ply];
    this.#wantsHint = !(advice?.done && advice.judges);
    if (this.#wantsHint && this.#reviews) this.#stop(); // the adviser waits for its end
    if (!this.#wantsHint) this.board.showHint(advice.moves[0].text);
    $('status').textContent = this.#wantsHint ? 'Raichi thinks …' : `Raichi would play ${advice.moves[0].text}.`;
  }

  #begin() {
    this.#reviews = true;
    this.settings.take({arrows: true});
    this.#nameButtons('Stop the review');
    $('progress').textContent = 'The review begins …';
    this.engine.send('review');
  }

  #stop() {
    this.interrupt();
    this.engine.send(this.isPersonsTurn() ? 'advise' : 'stop');
  }

  #endReview(text) {
    this.#reviews = false;
    this.#nameButtons('Review the game');
    $('progress').textContent = text;
  }

  #nameButtons(text) {
    for (const id of ['review', 'end-review']) $(id).textContent = text;
  }
}
