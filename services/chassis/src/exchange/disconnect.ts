import { status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import type { ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';

export interface DisconnectOptions {
  /** Told when a server that was there says that it closes, or breaks the stream. */
  readonly onDisconnect?: (() => void) | undefined;
}

export interface DisconnectWatch {
  onMessage(message: Pick<ExchangeResponse, 'closing'>): void;
  onEnd(ended: Pick<StatusObject, 'code'>): void;
}

/** Tells once that a server leaves which has said something before. */
export function watchDisconnect({ onDisconnect }: DisconnectOptions): DisconnectWatch {
  let [hasAnswered, isDisconnected] = [false, false];
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
      // A stream that this process ended or broke has another status.
      if (hasAnswered && code !== status.OK && isConnectionLost(code)) disconnect();
    },
  };
}

/** Statuses with which grpc-js reports that a connection went away under a stream. */
const lostStatuses: readonly number[] = [status.OK, status.UNKNOWN, status.INTERNAL, status.UNAVAILABLE];

export function isConnectionLost(code: number): boolean {
  return lostStatuses.includes(code);
}
