import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The address of a service. */
export interface Target {
  /** Returns the address of every backend in the form that grpc-js connects to. Rejects when a DNS lookup fails. */
  lookUp(): Promise<readonly string[]>;
  /** The configured names and IP addresses. */
  readonly hosts: readonly string[];
  /** True when a host is a name, so that its addresses may change. */
  readonly hasNames: boolean;
  /** The name that all backends share, `host:port`. undefined: each backend has its own name. */
  readonly authority: string | undefined;
}

interface Endpoint {
  readonly host: string;
  readonly port: string;
}

/**
 * Parses `host:port`, or several of them separated by commas, with an optional `dns:///` in front. A name resolves to all its
 * addresses; a headless service of Kubernetes has one per pod. Throws TypeError for any other text.
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
  if (name === undefined || port === undefined)
    throw new TypeError(`${text === '' ? 'The address' : text} is not of the form host:port.`);
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
