import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An exported span. */
export interface ReceivedSpan {
  readonly process: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentSpanId: string;
  readonly kind: SpanKind;
  readonly durationMs: number;
  /** The attributes with text or integer values. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed: boolean;
}

const spanKinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
type SpanKind = (typeof spanKinds)[number];
const failedStatus = 2;

export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  close(): void;
}

/** Starts a collector that keeps all spans it receives by OTLP (protobuf over HTTP). */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...readSpans(Buffer.concat(chunks)));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads the used fields of an ExportTraceServiceRequest (opentelemetry-proto 1). */
function readSpans(request: Buffer): ReceivedSpan[] {
  return readMessages(request, 1).flatMap((resourceSpans) => {
    const process = readMessages(resourceSpans, 1)
      .flatMap((resource) => readMessages(resource, 1))
      .filter((attribute) => readText(attribute, 1) === 'service.name')
      .map((attribute) => readText(readMessages(attribute, 2)[0] ?? nothing, 1))
      .join('');
    return readMessages(resourceSpans, 2)
      .flatMap((scopeSpans) => readMessages(scopeSpans, 2))
      .map((span) => ({
        process,
        name: readText(span, 5),
        traceId: readId(span, 1),
        spanId: readId(span, 2),
        parentSpanId: readId(span, 4),
        kind: spanKinds[readNumber(span, 6)] ?? 'unspecified',
        durationMs: (readNumber(span, 8) - readNumber(span, 7)) / 1_000_000,
        attributes: Object.fromEntries(readMessages(span, 9).map(readAttribute)),
        hasFailed: readMessages(span, 15).some((status) => readNumber(status, 3) === failedStatus),
      }));
  });
}

const nothing = Buffer.alloc(0);
const readText = (message: Buffer, field: number): string =>
  readMessages(message, field)[0]?.toString('utf8') ?? '';
const readId = (message: Buffer, field: number): string =>
  readMessages(message, field)[0]?.toString('hex') ?? '';

function readAttribute(attribute: Buffer): readonly [string, string | number] {
  const value = readMessages(attribute, 2)[0] ?? nothing;
  return [
    readText(attribute, 1),
    readMessages(value, 1).length > 0 ? readText(value, 1) : readNumber(value, 3),
  ];
}

function readMessages(message: Buffer, field: number): Buffer[] {
  return readValues(message, field).filter((value) => typeof value !== 'number');
}

/** Reads a number; 0 when the message does not have the field. */
function readNumber(message: Buffer, field: number): number {
  return readValues(message, field).find((value) => typeof value === 'number') ?? 0;
}

/** Reads all values of a field of an encoded message. Text, bytes and messages are returned as bytes. */
function readValues(message: Buffer, field: number): (Buffer | number)[] {
  const found: (Buffer | number)[] = [];
  const keep = (tag: number, value: Buffer | number): void => {
    if (Math.floor(tag / 8) === field) found.push(value);
  };
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    if (wireType === 0) keep(tag, varint());
    else if (wireType === 1) {
      keep(tag, Number(message.readBigUInt64LE(at)));
      at += 8;
    } else if (wireType === 5) at += 4;
    else {
      const length = varint();
      keep(tag, message.subarray(at, at + length));
      at += length;
    }
  }
  return found;
}
