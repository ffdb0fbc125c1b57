import type { ServerResponse } from 'node:http';
import { seconds } from '../units.ts';

/** The gateway gives up a request to a service after this time without a byte. */
export const maxSilenceMs = seconds(30);
/** The usual time between two heartbeats. */
export const usualHeartbeatMs = seconds(10);

/**
 * Sends an informational response (102, RFC 2518 §10.1) at each interval, until the response begins or its connection closes. The
 * client then knows that the work goes on.
 */
export function sendHeartbeats(response: ServerResponse, everyMs: number): void {
  const heartbeat = setInterval(() => {
    if (response.headersSent) clearInterval(heartbeat);
    else response.writeProcessing();
  }, everyMs);
  response.once('close', () => {
    clearInterval(heartbeat);
  });
}
