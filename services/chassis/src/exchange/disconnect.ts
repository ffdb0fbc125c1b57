import { status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import type { ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';

export interface DisconnectOptions {
  /** Called once when a server that has answered announces that it closes, or when its connection is lost. */
  readonly onDisconnect?: (() => void) | undefined;
}

export interface DisconnectWatch {
  onMessage(message: Pick<ExchangeResponse, 'closing'>): void;
  onEnd(ended: Pick<StatusObject, 'code'>): void;
}

/** Watches a stream for its disconnect. A server that never sent a message does not count as disconnected. */
export function watchDisconnect({ onDisconnect }: DisconnectOptions): DisconnectWatch {
  let hasAnswered = false;
  let isDisconnected = false;
  const disconnect = (): void => {
    if (!isDisconnected) onDisconnect?.();
    isDisconnected = true;
  };
  return {
    onMessage({ closing }) {
      hasAnswered = true;
      if (closing) disconnect();
    },
    onEnd({ code }) {
      // Status OK ends a stream that this process closed; CANCELLED ends one that it broke.
      if (hasAnswered && code !== status.OK && isConnectionLost(code)) disconnect();
    },
  };
}

/** The statuses by which grpc-js reports that the connection below a stream was lost. */
const lostStatuses: readonly number[] = [status.OK, status.UNKNOWN, status.INTERNAL, status.UNAVAILABLE];

export function isConnectionLost(code: number): boolean {
  return lostStatuses.includes(code);
}
