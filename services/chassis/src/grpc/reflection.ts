import { status } from '@grpc/grpc-js';
import type { Server } from '@grpc/grpc-js';
import { ServerReflectionService } from '@assay/proto/grpc/reflection';
import type {
  ServerReflectionRequest,
  ServerReflectionResponse,
  ServerReflectionServer,
} from '@assay/proto/grpc/reflection';
import { findFilesByName, findFilesBySymbol } from './contract/contract.ts';

type Answer = ServerReflectionResponse['messageResponse'];

/** Adds gRPC server reflection for tools such as grpcurl. It needs no token, because the contract is public. */
export function addReflection(server: Server, serviceNames: readonly string[]): void {
  const implementation: ServerReflectionServer = {
    serverReflectionInfo(call) {
      call.on('data', (request: ServerReflectionRequest) => {
        call.write({
          validHost: request.host,
          originalRequest: request,
          messageResponse: answer(request.messageRequest, serviceNames),
        });
      });
      call.on('end', () => {
        call.end();
      });
    },
  };
  server.addService(ServerReflectionService, implementation);
}

function answer(request: ServerReflectionRequest['messageRequest'], serviceNames: readonly string[]): Answer {
  switch (request?.$case) {
    case 'listServices':
      return {
        $case: 'listServicesResponse',
        value: { service: serviceNames.map((name) => ({ name })) },
      };
    case 'fileByFilename':
      return files(findFilesByName(request.value), request.value);
    case 'fileContainingSymbol':
      return files(findFilesBySymbol(request.value), request.value);
    default:
      return failure(status.UNIMPLEMENTED, 'This server does not look up extensions.');
  }
}

function files(found: Uint8Array[] | undefined, name: string): Answer {
  if (found === undefined) return failure(status.NOT_FOUND, `The contract does not contain ${name}.`);
  return {
    $case: 'fileDescriptorResponse',
    value: { fileDescriptorProto: found.map((file) => Buffer.from(file)) },
  };
}

function failure(errorCode: number, errorMessage: string): Answer {
  return { $case: 'errorResponse', value: { errorCode, errorMessage } };
}
