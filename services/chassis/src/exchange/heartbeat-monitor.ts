/** Whether a server is still there, as heard on one stream. */
export interface HeartbeatMonitor {
  /** When the server was last heard of, in milliseconds of `performance.now()`. */
  readonly receivedAtMs: number;
  /** The server said something, and that it will again within so many milliseconds; 0: it promises nothing. */
  onMessage(nextWithinMs: number): void;
  /** Whether the server has been silent for so much longer than it promised that it must be gone. */
  isSilent(nowMs: number): boolean;
}

/** Times what a server promised, so that a slow network and a busy server pass. */
const missedIntervals = 3;

export function createHeartbeatMonitor(): HeartbeatMonitor {
  let receivedAtMs = performance.now();
  let intervalMs = 0;
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
