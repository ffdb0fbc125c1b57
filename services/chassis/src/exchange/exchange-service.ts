import { BinaryWriter } from '@bufbuild/protobuf/wire';
import {
  ExchangeRequest,
  ExchangeResponse,
  ExchangeServiceService,
} from '@assay/proto/exchange/v1/exchange_service';

interface Encoder<M> {
  encode(message: M, writer: BinaryWriter): BinaryWriter;
}

/** The exchange as it is generated, except that its messages, which are the most and the longest, are written into one buffer. */
export const exchangeService = {
  exchange: {
    ...ExchangeServiceService.exchange,
    requestSerialize: createSerializer(ExchangeRequest),
    responseSerialize: createSerializer(ExchangeResponse),
  },
};

/** A new writer grows from nothing with each message, and what it has written would be copied twice. */
function createSerializer<M>(type: Encoder<M>): (message: M) => Buffer {
  let writer = new BinaryWriter();
  return (message) => {
    try {
      const { buffer, byteOffset, byteLength } = type.encode(message, writer).finish();
      return Buffer.from(buffer, byteOffset, byteLength);
    } catch (error) {
      // Half a message is in it.
      writer = new BinaryWriter();
      throw error;
    }
  };
}
