import type { AddressInfo } from 'node:net';
import { startTelemetry } from '../../src/process/telemetry.ts';

const telemetry = await startTelemetry('traced-program', process.env);
// Loaded after the start, as a service's modules are instrumented when they are loaded.
const { createServer, get } = await import('node:http');
const server = createServer((_request, response) => void response.end('hello'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
await new Promise<void>((resolve) => {
  get(`http://127.0.0.1:${port}/greeting`, (response) => response.resume().once('end', resolve));
});
server.close();
await telemetry.stop();
