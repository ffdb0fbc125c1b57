import type { IncomingHttpHeaders } from 'node:http';
import type { deviceTypes } from '@assay/proto/crowd-limits';

/**
 * Returns the kind of device of a browser: `mobile`, `tablet` or `desktop`; undefined for other clients. A browser that sends the client hint
 * `Sec-CH-UA-Mobile` (https://wicg.github.io/ua-client-hints/#sec-ch-ua-mobile) is a phone or not. Otherwise the agent decides: Android without
 * `Mobile` is a tablet. An iPad whose browser requests desktop pages counts as a desktop: it sends the headers of a Mac.
 */
export function readDeviceType(headers: IncomingHttpHeaders): (typeof deviceTypes)[number] | undefined {
  const agent = (headers['user-agent'] ?? '').toLowerCase();
  const has = (...words: readonly string[]) => words.some((word) => agent.includes(word));
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return 'mobile';
  if (has('ipad', 'tablet') || (has('android') && !has('mobi'))) return 'tablet';
  if (hint === '?0') return 'desktop';
  if (has('mobi', 'iphone', 'ipod')) return 'mobile';
  return has('windows nt', 'macintosh', 'x11;', 'cros') ? 'desktop' : undefined;
}
