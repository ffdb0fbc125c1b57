/** The settings that determine how long a process may take to stop. */
export interface StopConfig {
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs?: number | undefined;
  readonly callDrainTimeoutMs: number;
  /** Set in a process that accepts uploads. */
  readonly uploadTimeoutMs?: number;
  readonly uploadDrainTimeoutMs?: number | undefined;
  /** Set in a service, which accepts uploads only in role `api`. */
  readonly roles?: readonly string[];
}

/** The time limits of the stop phases that have no setting. */
export const stopTimes = {
  /** The rest of a refused upload is read, so that its client receives the answer. */
  refusalMs: 6_000,
  /** Handlers of events end. */
  handlersMs: 10_000,
  /** Events with unfinished handlers are nacked. */
  releaseMs: 2_000,
  /** All other steps together: periodic tasks, channels, child processes, NATS, MongoDB. */
  closingMs: 20_000,
  /** Pending spans are exported. */
  telemetryMs: 5_000,
} as const;

/** Returns how long uploads may continue after the process began to close, in milliseconds. Default: the upload timeout. */
export function uploadDrainMs({ uploadTimeoutMs = 0, uploadDrainTimeoutMs }: Partial<StopConfig>): number {
  return uploadDrainTimeoutMs ?? uploadTimeoutMs;
}

/**
 * Returns the maximum time from SIGTERM to the exit of a process in milliseconds, after which it is ended by force. A grace period of
 * Kubernetes must be at least this plus the time of `preStop`.
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
