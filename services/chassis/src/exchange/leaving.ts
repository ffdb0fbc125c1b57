import { status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import type { ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';

export interface LeavingOptions {
  /** Told when a server that was there says that it closes, or breaks the stream. */
  readonly onLeaving?: (() => void) | undefined;
}

export interface Leaving {
  hear(message: Pick<ExchangeResponse, 'closing'>): void;
  end(ended: Pick<StatusObject, 'code'>): void;
}

/** Tells once that a server leaves which has said something before. */
export function watchLeaving({ onLeaving }: LeavingOptions): Leaving {
  let [wasThere, hasLeft] = [false, false];
  const leave = (): void => {
    if (!hasLeft) onLeaving?.();
    hasLeft = true;
  };
  return {
    hear({ closing }) {
      wasThere = true;
      if (closing) leave();
    },
    end({ code }) {
      // A stream that this process ended or broke has another status.
      if (wasThere && code !== status.OK && isConnectionLost(code)) leave();
    },
  };
}

/** Statuses with which grpc-js reports that a connection went away under a stream. */
const lost: readonly number[] = [status.OK, status.UNKNOWN, status.INTERNAL, status.UNAVAILABLE];

export function isConnectionLost(code: number): boolean {
  return lost.includes(code);
}
