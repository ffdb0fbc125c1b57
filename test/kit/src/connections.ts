import { systemClock } from '@assay/chassis/clock';
import { createChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import { transportSecurity } from '@assay/chassis/process/transport-security';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { grpcAddress } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import type { ProcessName, ServiceName } from '@assay/proto/processes';

/** The open channels to the services of a platform. */
export interface Connections {
  /** Opens a channel. `issuer` signs the token of each call, which names its actor. */
  connect(service: ServiceName, issuer?: ProcessName): Channel;
  close(): void;
}

/** @param findAddress returns the address of a service when a channel is opened; by default that of the layout */
export function openConnections(
  { ports, secrets, tls }: PlatformLayout,
  findAddress = (service: ServiceName) => grpcAddress(service, ports),
): Connections {
  const security = transportSecurity({ tlsCaFile: tls['TLS_CA_FILE'] });
  const channels: Channel[] = [];
  return {
    connect(service, issuer = 'gateway') {
      const signer = createTokenSigner(secrets.internalTokenKeys[issuer], systemClock);
      const tokens = principalTokens(signer, systemClock);
      const channel = createChannel({ address: findAddress(service), tokens, security });
      channels.push(channel);
      return channel;
    },
    close() {
      for (const channel of channels.splice(0)) channel.close();
    },
  };
}
