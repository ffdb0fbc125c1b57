// Tries to connect to each address of ADDRESSES after SETTLE_MS, since policies hold for a pod some seconds after it began, and prints
// which of them answered, as a JSON array.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const connectMs = 5_000;

async function isReached(address) {
  const [host, port] = address.split(':');
  const socket = connect({ host, port: Number(port) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

await pause(Number(process.env.SETTLE_MS));
const addresses = JSON.parse(process.env.ADDRESSES);
const reached = await Promise.all(addresses.map(isReached));
process.stdout.write(`${JSON.stringify(addresses.filter((_, i) => reached[i]))}\n`);
