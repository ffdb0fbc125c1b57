import { BinaryWriter } from '@bufbuild/protobuf/wire';
import {
  ExchangeRequest,
  ExchangeResponse,
  ExchangeServiceService,
} from '@assay/proto/exchange/v1/exchange_service';

interface Encoder<M> {
  encode(message: M, writer: BinaryWriter): BinaryWriter;
}

/** The generated service definition, with serializers that reuse one writer: its messages are the most frequent and the largest. */
export const exchangeService = {
  exchange: {
    ...ExchangeServiceService.exchange,
    requestSerialize: createSerializer(ExchangeRequest),
    responseSerialize: createSerializer(ExchangeResponse),
  },
};

/** Creates a serializer that reuses its writer. A new writer for each message would grow from zero and copy its bytes twice. */
function createSerializer<M>(type: Encoder<M>): (message: M) => Buffer {
  let writer = new BinaryWriter();
  return (message) => {
    try {
      const { buffer, byteOffset, byteLength } = type.encode(message, writer).finish();
      return Buffer.from(buffer, byteOffset, byteLength);
    } catch (error) {
      // The writer holds half a message.
      writer = new BinaryWriter();
      throw error;
    }
  };
}
