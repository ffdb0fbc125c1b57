import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * Starts a proxy for the server at `port` that can hang: it then accepts connections and answers nothing.
 * @param at the port of the proxy; 0: the operating system chooses one
 */
export async function startHangingProxy(port: number, at = 0) {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return isHanging ? socket.pause() : socket;
  };
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    keep(client).on('data', (bytes) => server.write(bytes));
    keep(server).on('data', (bytes) => client.write(bytes));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    if (isHanging) for (const socket of [client, server]) socket.pause();
  });
  proxy.listen(at, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
