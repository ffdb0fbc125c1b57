import { ServerInterceptingCall } from '@grpc/grpc-js';
import type { Metadata, ServerInterceptor } from '@grpc/grpc-js';
import { DomainError, unauthenticated } from '../errors.ts';
import type { TokenVerifier } from '../tokens/internal-token.ts';
import { bearerToken, callMetadata, readMetadata } from './contract/call-metadata.ts';
import { raiseRequestLimit } from './request-limit.ts';
import { toServiceError } from './contract/status.ts';

export interface AdmissionOptions {
  readonly verifier: TokenVerifier;
  readonly needsToken: (path: string) => boolean;
}

/** The maximum number of requests of anonymous clients that arrive at a time; grpc-js buffers each of them. */
const maxAnonymousRequests = 64;
const arrivalMs = 5_000;

/**
 * Creates the interceptor that reads the request of a plain gRPC call only after its token was verified. Requests that need no token
 * are limited in size, number and time, so that anonymous clients cannot fill the memory of the server.
 */
export function createAdmission({ verifier, needsToken }: AdmissionOptions): ServerInterceptor {
  const arrivals = createArrivals();
  return ({ path }, call) => {
    let end = (): void => undefined;
    const admit = async (metadata: Metadata): Promise<void> => {
      if (needsToken(path)) {
        await verifyToken(metadata, verifier);
        raiseRequestLimit(call);
      } else end = arrivals.begin(refuse);
    };
    const refuse = (error: unknown): void => {
      call.sendStatus(toServiceError(error));
    };
    return new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, proceed) {
            admit(metadata).then(() => {
              proceed(metadata);
            }, refuse);
          },
          onReceiveMessage(message, proceed) {
            end();
            proceed(message);
          },
          onCancel: () => {
            end();
          },
        });
      },
    });
  };
}

async function verifyToken(metadata: Metadata, verifier: TokenVerifier): Promise<void> {
  const token = bearerToken(readMetadata(metadata, callMetadata.authorization));
  if (token === undefined) throw unauthenticated();
  await verifier.verify(token);
}

interface Arrivals {
  /** Counts a request until the returned function is called. Throws RESOURCE_EXHAUSTED; `fail` gets DEADLINE_EXCEEDED after 5 seconds. */
  begin(fail: (error: DomainError) => void): () => void;
}

function createArrivals(): Arrivals {
  let arriving = 0;
  return {
    begin(fail) {
      if (arriving >= maxAnonymousRequests) {
        throw new DomainError(
          'RESOURCE_EXHAUSTED',
          'RESOURCE_EXHAUSTED',
          'Too many calls without a token arrive. Try again later.',
        );
      }
      arriving += 1;
      let hasEnded = false;
      const end = (): void => {
        if (!hasEnded) arriving -= 1;
        hasEnded = true;
        clearTimeout(timer);
      };
      const timer = setTimeout(() => {
        end();
        fail(
          new DomainError(
            'DEADLINE_EXCEEDED',
            'DEADLINE_EXCEEDED',
            'The request did not arrive within 5 seconds.',
          ),
        );
      }, arrivalMs);
      return end;
    },
  };
}
