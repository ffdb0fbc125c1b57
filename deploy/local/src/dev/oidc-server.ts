import { once } from 'node:events';
import { readOidcServerConfig } from './config.ts';
import { createIssuer } from './issuer.ts';
import { createLoginPages } from './login-pages.ts';
import { createPeople } from './people.ts';
import { loadSigningKeys } from './signing-keys.ts';

const config = readOidcServerConfig();
const options = { ...config, keys: await loadSigningKeys(config.keysFile), people: createPeople() };
const server = createLoginPages(createIssuer(options), options).listen(config.port, '127.0.0.1');
await once(server, 'listening');

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
