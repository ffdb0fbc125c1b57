/** The least a gateway can do with an upload: it passes every body on to the address it is given, and the answer back. */
import { createServer, request } from 'node:http';
import { serveParent } from './serve-parent.ts';

const [service = ''] = process.argv.slice(2);

const server = createServer((received, response) => {
  const { method, headers } = received;
  const passedOn = request(service, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500);
    answer.pipe(response);
  });
  received.pipe(passedOn);
});
serveParent(server);
