import { Metadata } from '@grpc/grpc-js';
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import { callerGone } from '../exchange/open-calls.ts';
import { bearerToken, callMetadata, readMetadata, replayedMetadata } from './contract/call-metadata.ts';
import type { IncomingCall, PerformCall } from './perform-call.ts';
import { toServiceError } from './contract/status.ts';

const defaultDeadlineMs = 30_000;

/** Creates the grpc-js handler of an rpc, for clients of plain gRPC. */
export function createUnaryHandler(perform: PerformCall): handleUnaryCall<Buffer, unknown> {
  return (call, callback) => {
    void perform(readCall(call)).then((outcome) => {
      if (!outcome.ok) {
        callback(toServiceError(outcome.error));
        return;
      }
      if (outcome.isReplay) call.sendMetadata(replayedMarker());
      callback(null, outcome.response);
    });
  };
}

function readCall(call: ServerUnaryCall<Buffer, unknown>): IncomingCall {
  const { metadata, request: payload } = call;
  const abort = new AbortController();
  call.on('cancelled', () => {
    abort.abort(callerGone());
  });
  return {
    token: bearerToken(readMetadata(metadata, callMetadata.authorization)),
    requestId: readMetadata(metadata, callMetadata.requestId),
    traceparent: readMetadata(metadata, callMetadata.traceparent),
    clientAddress: readMetadata(metadata, callMetadata.clientAddress),
    deviceType: readMetadata(metadata, callMetadata.deviceType),
    idempotencyKey: readMetadata(metadata, callMetadata.idempotencyKey),
    deadline: readDeadline(call),
    signal: abort.signal,
    payload,
  };
}

function readDeadline(call: ServerUnaryCall<Buffer, unknown>): Date {
  const deadline = call.getDeadline();
  const epochMs = typeof deadline === 'number' ? deadline : deadline.getTime();
  return new Date(Number.isFinite(epochMs) ? epochMs : Date.now() + defaultDeadlineMs);
}

function replayedMarker(): Metadata {
  const metadata = new Metadata();
  metadata.set(replayedMetadata, 'true');
  return metadata;
}
