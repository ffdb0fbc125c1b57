import { describe, expect, it } from 'vitest';
import { ExchangeRequest, ExchangeServiceService } from '@assay/proto/exchange/v1/exchange_service';
import { exchangeService } from './exchange-service.ts';

const { requestSerialize } = exchangeService.exchange;

function buildRequest(...payloads: string[]): ExchangeRequest {
  const calls = payloads.map((text, number) => ({
    number,
    payload: Buffer.from(text),
    sizeBytes: text.length,
  }));
  return ExchangeRequest.fromPartial({ calls });
}

describe('a message of the exchange', () => {
  it('is serialized like the generated code does', () => {
    const request = buildRequest('one', 'x'.repeat(100_000));
    expect(requestSerialize(request)).toEqual(ExchangeServiceService.exchange.requestSerialize(request));
  });

  it('keeps its bytes when the next one is serialized', () => {
    const first = requestSerialize(buildRequest('first'));
    requestSerialize(buildRequest('second'));
    expect(ExchangeRequest.decode(first).calls[0]?.payload.toString()).toBe('first');
  });

  it('contains no bytes of an earlier message that failed', () => {
    const whole = buildRequest('whole');
    const broken = { ...buildRequest('broken', 'never written'), cancelled: [-1] };
    expect(() => requestSerialize(broken)).toThrow('invalid uint32');
    expect(requestSerialize(whole)).toEqual(ExchangeServiceService.exchange.requestSerialize(whole));
  });
});
