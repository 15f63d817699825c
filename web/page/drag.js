// Dragging pieces with the mouse, a pen or a finger, besides clicks. The piece follows the pointer by two variables of style.css.

const LEAST = 6; // pixels before a press becomes a drag

/**
 * Lets pieces of `grid` be dragged. `pickUp(cell)` returns whether the piece on a square may move, and shows where to;
 * `putDown(cell)` gets the square where it is released, or null. Returns a function that tells whether the click that the
 * browser reports next only ended a drag.
 */
export function makeDraggable(grid, pickUp, putDown) {
  let held = null; // {cell, pointer, x, y, moved} of the pressed piece
  let dragEnded = false;
  const cellAt = ({clientX, clientY}) => document.elementFromPoint(clientX, clientY)?.closest('#board button') ?? null;
  const release = () => {
    held?.cell.classList.remove('dragged');
    for (const name of ['--dx', '--dy']) held?.cell.style.removeProperty(name);
    held = null;
  };
  const isHolder = event => held?.pointer === event.pointerId; // another finger may touch the board meanwhile
  grid.addEventListener('pointerdown', event => {
    if (!event.isPrimary) return;
    dragEnded = false;
    release();
    const cell = event.target.closest('button.movable');
    if (cell && event.button === 0) held = {cell, pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false};
  });
  grid.addEventListener('pointermove', event => {
    if (!isHolder(event)) return;
    if (event.buttons === 0) return release(); // it was released off the board
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.moved) {
      if (Math.hypot(dx, dy) < LEAST) return;
      if (!pickUp(held.cell)) return release();
      held.moved = true;
      held.cell.classList.add('dragged');
      held.cell.setPointerCapture(event.pointerId);
    }
    held.cell.style.setProperty('--dx', `${dx}px`);
    held.cell.style.setProperty('--dy', `${dy}px`);
  });
  grid.addEventListener('pointerup', event => {
    if (!isHolder(event)) return;
    const wasDrag = held?.moved;
    release();
    if (!wasDrag) return;
    dragEnded = true;
    setTimeout(() => dragEnded = false);
    putDown(cellAt(event));
  });
  grid.addEventListener('pointercancel', event => {
    if (!isHolder(event)) return;
    const wasDrag = held?.moved;
    release();
    if (wasDrag) putDown(null);
  });
  return () => dragEnded;
}
