// Sounds made by the page itself: a wooden click, beeps and a spoken count. Nothing sounds before a gesture.

let context: AudioContext | null = null;

if (typeof document !== 'undefined')
  document.addEventListener(
    'pointerdown',
    () => {
      if (typeof AudioContext === 'undefined') return;
      context ??= new AudioContext();
      void context.resume();
    },
    { once: false, passive: true },
  );

function tone(frequency: number, seconds: number, volume: number, kind: OscillatorType): void {
  if (context?.state !== 'running' || volume <= 0) return;
  const gain = context.createGain();
  gain.gain.setValueAtTime((volume / 100) * 0.4, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + seconds);
  const oscillator = context.createOscillator();
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(frequency, context.currentTime);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}

/** A piece that meets the board: a short burst of filtered noise. */
export function pieceSound(volume: number): void {
  if (context?.state !== 'running' || volume <= 0) return;
  const length = Math.floor(context.sampleRate * 0.05);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 1400;
  const gain = context.createGain();
  gain.gain.value = (volume / 100) * 1.2;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

export function beep(volume: number, last: boolean): void {
  tone(last ? 1320 : 880, last ? 0.25 : 0.1, volume, 'sine');
}

/** Speaks a text, or beeps where the browser cannot speak. */
export function speak(text: string, language: 'ja' | 'en', volume: number): void {
  if (volume <= 0) return;
  if (typeof speechSynthesis === 'undefined') {
    beep(volume, false);
    return;
  }
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language === 'ja' ? 'ja-JP' : 'en-US';
  words.volume = volume / 100;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** The sound of a second of byoyomi: every ten seconds, and each of the last ten (counted upwards in Japan). */
export function byoyomiSound(
  left: number,
  total: number,
  style: 'beeps' | 'ja' | 'en' | 'off',
  volume: number,
): void {
  if (style === 'off' || left <= 0 || (left > 10 && left % 10 !== 0)) return;
  if (style === 'beeps') beep(volume, left <= 5);
  else speak(style === 'ja' ? String(total - left) : String(left), style, volume);
}
