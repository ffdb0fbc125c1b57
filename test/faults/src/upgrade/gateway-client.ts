import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { exchange } from '../rolling-restart/rolling-restart-client.ts';
import type { GatewayClient } from '../rolling-restart/rolling-restart-client.ts';

/**
 * A client over one kept connection, as behind a Service: each new connection goes to any one of the ready gateways. Nothing is
 * tried again: an answer that does not come is lost.
 */
export function createServiceClient(baseUrl: string, gateways: () => readonly string[]): GatewayClient {
  let connections = 0;
  const lookup: LookupFunction = (_name, { all }, found) => {
    connections += 1;
    const addresses = gateways();
    const address = addresses[randomInt(addresses.length)] ?? '';
    if (all === true) found(null, [{ address, family: 4 }]);
    else found(null, address, 4);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1, lookup });
  return {
    get failovers() {
      return Math.max(0, connections - 1);
    },
    send: (asked) => exchange(agent, baseUrl, asked),
    close: () => {
      agent.destroy();
    },
  };
}
