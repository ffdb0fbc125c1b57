import { announce, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';

/** The time that is left for a claim. */
export interface Clock {
  readonly node: HTMLElement;
  /** Changes the end of the time, in milliseconds by the clock of this device. */
  readonly setEnd: (at: number) => void;
  readonly stop: () => void;
}

interface ClockEvents {
  /** The last two minutes have begun. */
  readonly warn: () => void;
  readonly expire: () => void;
}

const warnSeconds = 120;
/** The seconds left at which screen readers hear the time. */
const announcedSeconds: readonly number[] = [600, 300, 60];

/** Counts down every second. Screen readers hear a few of the times, and only when they are idle. */
export function createClock(endsAt: number, events: ClockEvents): Clock {
  let end = endsAt;
  let hasWarned = false;
  const node = element('p', { className: 'time-left', role: 'timer' });
  const tick = (): void => {
    const seconds = Math.max(Math.ceil((end - Date.now()) / 1_000), 0);
    const isShort = seconds <= warnSeconds;
    node.textContent = say('timeLeft', { time: formatCountdown(seconds) });
    node.classList.toggle('short', isShort);
    if (announcedSeconds.includes(seconds)) announce(say('minutesLeft', { count: seconds / 60 }));
    if (isShort && !hasWarned) events.warn();
    hasWarned = isShort;
    if (seconds > 0) return;
    clearInterval(timer);
    events.expire();
  };
  const timer = setInterval(tick, 1_000);
  queueMicrotask(tick);
  return {
    node,
    setEnd(at) {
      end = at;
      tick();
    },
    stop: () => clearInterval(timer),
  };
}

function formatCountdown(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
