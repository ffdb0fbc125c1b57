import { once } from 'node:events';
import { createServer } from 'node:http';

/** A page of somebody else that sends a form as soon as a button is pressed. */
export interface OtherSite {
  /** On another port of the platform's own host: another origin of the same site. */
  readonly sameSiteUrl: string;
  /** On another host: another site. */
  readonly crossSiteUrl: string;
  stop(): void;
}

/** @param action where the form goes */
export async function startOtherSite(action: string): Promise<OtherSite> {
  const page =
    `<!doctype html><title>Elsewhere</title><form method="post" enctype="text/plain" action="${action}">` +
    `<input name='{"name":"Stolen","ignored":"' value='"}'><button>Win a prize</button></form>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }).listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the other site has no port');
  const { port } = address;
  return {
    sameSiteUrl: `http://127.0.0.1:${String(port)}/`,
    crossSiteUrl: `http://localhost:${String(port)}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
