/** Sends requests to addresses of the operator, in the form of `fetch`. */
export type OperatorFetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Creates a `fetch` that reaches the origins of the addresses and no other. It follows no redirect: the answer with the status 3xx is
 * returned. The addresses come from settings, so they may be private. Rejects with an Error for another origin.
 */
export function createOperatorFetch(addresses: readonly string[]): OperatorFetch {
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  return async (url, init) => {
    const { origin } = new URL(url);
    if (!origins.has(origin)) throw new Error(`The settings name no address at ${origin}.`);
    return fetch(url, { ...init, redirect: 'manual' });
  };
}
