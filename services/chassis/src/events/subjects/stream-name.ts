import { getOption, hasOption } from '@bufbuild/protobuf';
import { contract } from '../../grpc/contract/contract.ts';
import type { NamedMessage } from '../event.ts';

/** Returns the stream that stores an event, as the option `assay.event.v1.stream` of its message says. Throws when it has none. */
export function readStreamName({ $type }: NamedMessage): string {
  const option = contract().getExtension('assay.event.v1.stream');
  const message = contract().getMessage($type);
  if (option === undefined || message === undefined || !hasOption(message, option)) {
    throw new Error(`${$type} names no stream; set its option (assay.event.v1.stream)`);
  }
  return String(getOption(message, option));
}
