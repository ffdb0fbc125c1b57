import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '@assay/local/config';

/** Long enough that a kill interrupts attempts. */
const responseMs = 200;
const certificates = join(projectRoot, 'services/chassis/test/egress/certificates');

/** The authority that signed the certificate of the receivers. */
export const authorityFile = join(certificates, 'authority.pem');

/** A request to a receiver. */
export interface ReceivedRequest {
  readonly path: string;
  readonly eventId: string;
  readonly deliveryId: string;
  /** The name of the event. */
  readonly event: string;
  /** Empty for events that are not about a file. */
  readonly fileId: string;
}

export interface Receivers {
  /** `127.0.0.1:port` of each, as WEBHOOK_ALLOWED_ADDRESSES lists them. */
  readonly addresses: readonly string[];
  /** All requests in the order of their arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Sets the status of all responses from now on; 204 at first. */
  respondWith(status: number): void;
  stop(): void;
}

/** Starts receivers of webhooks over TLS, each on its own port of 127.0.0.1. */
export async function startReceivers(count: number): Promise<Receivers> {
  const requests: ReceivedRequest[] = [];
  let status = 204;
  const certificate = {
    cert: readFileSync(join(certificates, 'receiver.pem')),
    key: readFileSync(join(certificates, 'receiver-key.pem')),
  };
  const listen = async (): Promise<Server> => {
    const server = createServer(certificate, (incoming, outgoing) => {
      void readRequest(incoming).then(async (request) => {
        requests.push(request);
        await pause(responseMs);
        outgoing.writeHead(status).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const servers = await Promise.all(Array.from({ length: count }, listen));
  return {
    requests,
    addresses: servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port.toString()}`),
    respondWith(next) {
      status = next;
    },
    stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { fileId = '' } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly fileId?: string };
  const { url: path = '', headers } = incoming;
  const [eventId, deliveryId, event] = ['webhook-id', 'x-service-delivery-id', 'x-service-event'].map(
    (name) => String(headers[name]),
  ) as [string, string, string];
  return { path, eventId, deliveryId, event, fileId };
}
