/**
 * Returns the URL that the router receives. `/v2` becomes `/v2/`, the address of the explorer, without a redirect. A URL with a
 * malformed escape becomes one without a route, so that the request is counted, logged and refused like any other.
 */
export function normalizeUrl(url: string): string {
  const [path = ''] = url.split('?');
  if (path === '/v2') return url.replace(path, '/v2/');
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return '/malformed';
  }
}
