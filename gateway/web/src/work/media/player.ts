import { button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';

/** The frame rate is not part of the contract; 25 frames a second is the usual one in Europe. */
const frameSeconds = 1 / 25;

/** The controls of a video or an audio file. */
export interface Player {
  readonly node: HTMLElement;
  /** The position in seconds, to a thousandth. */
  readonly readTime: () => number;
  readonly seek: (seconds: number) => void;
  /** Plays from `start` to `end`. */
  readonly playRange: (start: number, end: number) => void;
}

/** @param knownSeconds the duration of the file, null while the browser finds it out */
export function createPlayer(media: HTMLMediaElement, knownSeconds: number | null): Player {
  let stopAt = Number.POSITIVE_INFINITY;
  const readDuration = (): number => (Number.isFinite(media.duration) ? media.duration : (knownSeconds ?? 0));
  const readTime = (): number => Math.round(media.currentTime * 1_000) / 1_000;
  const slider = element('input', { type: 'range', min: '0', step: '0.04', ariaLabel: say('position') });
  const clock = element('span', { className: 'clock' });
  const update = (): void => {
    slider.max = String(readDuration());
    slider.value = String(media.currentTime);
    slider.setAttribute('aria-valuetext', formatClock(media.currentTime));
    clock.textContent = `${formatClock(media.currentTime)} / ${formatClock(readDuration())}`;
    play.textContent = media.paused ? '▶' : '❚❚';
    play.ariaLabel = media.paused ? say('play') : say('pause');
  };
  const seek = (seconds: number): void => {
    stopAt = Number.POSITIVE_INFINITY;
    media.currentTime = Math.min(Math.max(seconds, 0), readDuration());
    update();
  };
  const step = (seconds: number): void => {
    media.pause();
    seek(media.currentTime + seconds);
  };
  const toggle = (): void => {
    stopAt = Number.POSITIVE_INFINITY;
    if (media.paused) void media.play().catch(update);
    else media.pause();
  };
  const play = button('▶', toggle, { kind: 'slim' });
  slider.addEventListener('input', () => seek(Number(slider.value)));
  media.addEventListener('timeupdate', () => {
    if (media.currentTime >= stopAt) media.pause();
  });
  for (const type of ['timeupdate', 'seeked', 'play', 'pause', 'loadedmetadata', 'durationchange'])
    media.addEventListener(type, update);
  update();
  const back = button('‹', () => step(-frameSeconds), {
    kind: 'slim square',
    ariaLabel: say('frameBack'),
    title: say('frameBack'),
  });
  const forward = button('›', () => step(frameSeconds), {
    kind: 'slim square',
    ariaLabel: say('frameForward'),
    title: say('frameForward'),
  });
  const node = element('div', { className: 'player', dir: 'ltr' }, play, back, forward, slider, clock);
  const playRange = (start: number, end: number): void => {
    seek(start);
    stopAt = end;
    void media.play().catch(update);
  };
  return { node, readTime, seek, playRange };
}

interface PlayerKeys {
  readonly setStart: () => void;
  readonly setEnd: () => void;
}

/** Lets the keys of the help line work on an area of the page, except in its text fields. */
export function readPlayerKeys(
  area: HTMLElement,
  media: HTMLMediaElement,
  player: Player,
  keys: PlayerKeys,
): void {
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => (media.paused ? void media.play().catch(() => undefined) : media.pause()),
    ',': () => player.seek(media.currentTime - frameSeconds),
    '.': () => player.seek(media.currentTime + frameSeconds),
    ArrowLeft: () => player.seek(media.currentTime - 1),
    ArrowRight: () => player.seek(media.currentTime + 1),
    s: keys.setStart,
    e: keys.setEnd,
  };
  area.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Space on a button presses it.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== 'range';
}

/** Returns minutes and seconds with hundredths, such as `1:05.40`. */
export function formatClock(seconds: number): string {
  const hundredths = Math.floor(seconds * 100 + 1e-6);
  const minutes = Math.floor(hundredths / 6_000);
  const rest = hundredths % 6_000;
  return `${String(minutes)}:${String(Math.floor(rest / 100)).padStart(2, '0')}.${String(rest % 100).padStart(2, '0')}`;
}
