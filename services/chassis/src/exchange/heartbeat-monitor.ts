/** Detects from the messages on one stream that its server is gone. */
export interface HeartbeatMonitor {
  /** The time of the last message, in milliseconds of `performance.now()`. */
  readonly receivedAtMs: number;
  /** Records a message and the interval in milliseconds within which the server sends the next one; 0: no interval is promised. */
  onMessage(nextWithinMs: number): void;
  /** Returns true when no message arrived for three promised intervals, or no first message for three usual ones. */
  isSilent(nowMs: number): boolean;
}

/** The keepalive timeout in promised intervals; it tolerates a slow network and a busy server. */
const missedIntervals = 3;

/** The interval until a server has promised one: a server that is silent from the start would hold calls until their deadlines. */
const usualIntervalMs = 5_000;

export function createHeartbeatMonitor(firstIntervalMs = usualIntervalMs): HeartbeatMonitor {
  let receivedAtMs = performance.now();
  let intervalMs = firstIntervalMs;
  return {
    get receivedAtMs() {
      return receivedAtMs;
    },
    onMessage(nextWithinMs) {
      receivedAtMs = performance.now();
      intervalMs = nextWithinMs;
    },
    isSilent: (nowMs) => intervalMs > 0 && nowMs - receivedAtMs > intervalMs * missedIntervals,
  };
}
