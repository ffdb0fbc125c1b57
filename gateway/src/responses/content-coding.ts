import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentCoding = 'br' | 'gzip';

/** `fast` for content that is sent once, `small` for content that is compressed once and sent many times. */
type Effort = 'fast' | 'small';

const gzipLevels = { fast: 3, small: 6 } as const;
const brotliQualities = { fast: 4, small: 6 } as const;
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Compresses in the thread pool of libuv, so that the event loop serves other requests meanwhile. */
export function compress(content: string | Buffer, coding: ContentCoding, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return toGzip(content, { level: gzipLevels[effort] });
  return toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQualities[effort] } });
}

/**
 * Selects the first of the offered codings that the client accepts; undefined: none (RFC 9110, section 12.5.3).
 * @param accepted the value of Accept-Encoding
 */
export function selectCoding(
  accepted: string | undefined,
  offered: readonly ContentCoding[],
): ContentCoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map(accepted.split(',').map(parseWeight));
  return offered.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
}

function parseWeight(item: string): readonly [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [coding, weight === undefined ? 1 : Number(weight)];
}
