/** What decides how long a process may take to stop. */
export interface StopConfig {
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs?: number | undefined;
  readonly callDrainTimeoutMs: number;
  /** Of a process that may take uploads. */
  readonly uploadTimeoutMs?: number;
  readonly uploadDrainTimeoutMs?: number | undefined;
  /** Of a service, which takes uploads in role `api` alone. */
  readonly roles?: readonly string[];
}

/** The longest the parts of stopping may take besides those that have a setting. */
export const stopTimes = {
  /** What a refused upload still sends is read, so that its client sees the answer. */
  refusalMs: 6_000,
  /** Handlers of events end. */
  handlersMs: 10_000,
  /** Events whose handlers did not are given back. */
  releaseMs: 2_000,
  /** All that is left together: periodic tasks, channels, child processes, NATS, MongoDB. */
  closingMs: 20_000,
  /** Traces that wait are sent. */
  telemetryMs: 5_000,
} as const;

/** How long uploads may go on once their process closes; as long as an upload may take, unless said otherwise. */
export function uploadDrainMs({ uploadTimeoutMs = 0, uploadDrainTimeoutMs }: Partial<StopConfig>): number {
  return uploadDrainTimeoutMs ?? uploadTimeoutMs;
}

/**
 * The longest a process of this configuration takes from SIGTERM to its end; what still runs then is ended by force. A grace
 * period is at least this, and what is spent before SIGTERM.
 */
export function longestStopMs(config: StopConfig): number {
  const takesUploads = config.uploadTimeoutMs !== undefined && (config.roles?.includes('api') ?? true);
  const uploadsMs = takesUploads ? uploadDrainMs(config) + stopTimes.refusalMs : 0;
  const stepsMs =
    config.shutdownDelayMs +
    Math.max(config.callDrainTimeoutMs, uploadsMs) +
    stopTimes.handlersMs +
    stopTimes.releaseMs +
    stopTimes.closingMs +
    stopTimes.telemetryMs;
  return Math.min(config.shutdownTimeoutMs ?? Infinity, stepsMs);
}
