const maxLifetimeMs = 900_000;

/** When a token that stands for a key ends, to the second: in fifteen minutes, or with the key. */
export function tokenExpiry(keyExpiresAt: Date | undefined, now: Date): Date {
  const latestMs = Math.min(now.getTime() + maxLifetimeMs, keyExpiresAt?.getTime() ?? Infinity);
  return new Date(Math.floor(latestMs / 1000) * 1000);
}
