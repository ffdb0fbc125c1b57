import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Where a service is. */
export interface Target {
  /** Every backend, as grpc-js connects to it. Rejects when a name cannot be looked up. */
  lookUp(): Promise<readonly string[]>;
  /** Names and addresses, as they are given. */
  readonly hosts: readonly string[];
  /** Whether where they are may change. */
  readonly hasNames: boolean;
  /** What the service is called whichever backend answers, `host:port`; undefined: each backend has its own name. */
  readonly authority: string | undefined;
}

interface Endpoint {
  readonly host: string;
  readonly port: string;
}

/**
 * Reads `host:port`, several of them separated by commas, with `dns:///` before them or not. A name stands for all addresses it
 * has, as headless services in Kubernetes have one for each pod. Throws for anything else.
 */
export function parseTarget(address: string): Target {
  const endpoints = address
    .replace(/^dns:\/\/\//u, '')
    .split(',')
    .map(parseEndpoint);
  const named = endpoints.filter(({ host }) => isIP(host) === 0);
  const [only] = named;
  return {
    lookUp: async () => [...new Set((await Promise.all(endpoints.map(lookUpAddresses))).flat())],
    hosts: endpoints.map(({ host }) => host),
    hasNames: named.length > 0,
    authority: only !== undefined && endpoints.length === 1 ? `${only.host}:${only.port}` : undefined,
  };
}

function parseEndpoint(text: string): Endpoint {
  const { host, bare, port } =
    /^(?:\[(?<host>[^\]]+)\]|(?<bare>[^:]+)):(?<port>\d+)$/u.exec(text.trim())?.groups ?? {};
  const name = host ?? bare;
  if (name === undefined || port === undefined) throw new TypeError(`not host:port: ${text}`);
  return { host: name, port };
}

async function lookUpAddresses({ host, port }: Endpoint): Promise<string[]> {
  if (isIP(host) !== 0) return [formatAddress(host, port)];
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => formatAddress(address, port));
}

function formatAddress(host: string, port: string): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}
