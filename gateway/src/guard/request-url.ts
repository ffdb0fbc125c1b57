/**
 * The address to route by: `/v2` is the explorer's `/v2/`, without a redirect between, and what is no address at all becomes
 * one that nothing is at, so that it is counted, answered and logged like any other.
 */
export function normalizeUrl(url: string): string {
  const [path = ''] = url.split('?');
  if (path === '/v2') return url.replace(path, '/v2/');
  // Only an escape can be malformed.
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return '/malformed';
  }
}
