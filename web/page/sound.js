// The sound of a move: a short click, lower for a capture.

const SECONDS = 0.06;
let context;

export function playClick(isCapture) {
  context ??= new AudioContext();
  const tone = context.createOscillator(), volume = context.createGain(), now = context.currentTime;
  tone.type = 'triangle';
  tone.frequency.value = isCapture ? 220 : 440;
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + SECONDS);
}
