/** Whether a server is still there, as heard on one stream. */
export interface Hearing {
  /** When the server was last heard of, in milliseconds of `performance.now()`. */
  readonly heardAtMs: number;
  /** The server said something, and that it will again within so many milliseconds; 0: it promises nothing. */
  hear(withinMs: number): void;
  /** Whether the server has been silent for so much longer than it promised that it must be gone. */
  isSilent(nowMs: number): boolean;
}

/** Times what a server promised, so that a slow network and a busy server pass. */
const patience = 3;

export function createHearing(): Hearing {
  let heardAtMs = performance.now();
  let promisedMs = 0;
  return {
    get heardAtMs() {
      return heardAtMs;
    },
    hear(withinMs) {
      heardAtMs = performance.now();
      promisedMs = withinMs;
    },
    isSilent: (nowMs) => promisedMs > 0 && nowMs - heardAtMs > promisedMs * patience,
  };
}
