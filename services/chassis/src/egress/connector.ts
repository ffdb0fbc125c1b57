import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { defaultPort } from './check-url.ts';
import { EgressError } from './egress-error.ts';
import { normalizeAddress } from './public-address.ts';
import { resolvePublic } from './resolve-public.ts';
import type { PinnedAddress, ResolveDeps } from './resolve-public.ts';
import { resetError, watchConnection } from './watch-connection.ts';
import type { StaleErrors } from './watch-connection.ts';

type Connector = buildConnector.connector;

export interface ConnectorOptions {
  /** The limit for resolution, TCP connection and TLS handshake together. */
  readonly connectMs: number;
  /** PEM certificates that are trusted together with those of the system. */
  readonly ca?: string | undefined;
}

/** Creates the connector of undici that opens sockets to addresses; the callers have checked them. It keeps TLS sessions. */
export function createBaseConnector({ connectMs, ca }: ConnectorOptions): Connector {
  return buildConnector({
    // One context for all connections: parsing the certificates for each of them is expensive.
    secureContext: createSecureContext(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
    // The environment can change the default.
    rejectUnauthorized: true,
    // Limits for headers apply to HTTP/1.1 only.
    allowH2: false,
    timeout: connectMs,
  });
}

export interface GuardDeps extends ResolveDeps {
  readonly open: Connector;
  readonly connectMs: number;
  readonly stale: StaleErrors;
}

/**
 * Creates a connector that resolves the name of each connection once, and connects to the checked address. The option `lookup` of
 * undici cannot do this: it is not called for addresses, and Happy Eyeballs may choose another one.
 * @param onPinned is called with the address of each connection before it is opened
 */
export function guardConnector(deps: GuardDeps, onPinned: (pinned: PinnedAddress) => void): Connector {
  return (options, callback) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      callback(new errors.ConnectTimeoutError(), null);
    }, deps.connectMs);
    openSocket(deps, onPinned, options).then(
      (socket) => {
        clearTimeout(late);
        if (isLate) socket.destroy();
        else callback(null, socket);
      },
      (error: unknown) => {
        clearTimeout(late);
        if (!isLate) callback(error as Error, null);
      },
    );
  };
}

async function openSocket(
  deps: GuardDeps,
  onPinned: (pinned: PinnedAddress) => void,
  { protocol, hostname, port }: buildConnector.Options,
): Promise<Socket> {
  if (!deps.policy.protocols.includes(protocol)) throw new EgressError('not_https');
  const portNumber = port === '' ? defaultPort(protocol) : Number(port);
  const pinned = await resolvePublic(deps, { hostname, port: portNumber });
  onPinned(pinned);
  const target = { protocol, hostname: pinned.address, port: String(portNumber) };
  const isNamed = protocol === 'https:' && isIP(hostname) === 0;
  const socket = await connect(deps.open, isNamed ? { ...target, servername: hostname } : target);
  return watchConnection(checkRemote(socket, pinned), deps.stale);
}

function connect(open: Connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    open(options, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

/** Compares the address of the peer with the checked one, in case the connection was diverted. */
function checkRemote(socket: Socket, { address }: PinnedAddress): Socket {
  const remote = socket.remoteAddress;
  if (remote !== undefined && normalizeAddress(remote) === normalizeAddress(address)) return socket;
  socket.destroy();
  // A connection that was reset already has no peer.
  throw remote === undefined ? resetError() : new EgressError('not_public');
}
