/** Whether what is sent there can be read or changed by nobody on the way: TLS, or this machine itself. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
