import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const program = 'stripe-mock';
const anyPort = '127.0.0.1:0';

/** Stripe's own test server: it checks each request against Stripe's OpenAPI document and answers with fixtures. */
export async function startStripeMock() {
  const child = spawn(program, ['-verbose', '-http-addr', anyPort, '-https-addr', anyPort], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const requests: string[] = [];
  const listening = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = /^Listening for HTTP at address: (\S+)$/u.exec(line)?.[1];
    if (address !== undefined) listening.resolve(address);
    if (line.startsWith('Request: ') || line.startsWith('Request data = ')) requests.push(line);
  });
  child.once('exit', (code) => {
    listening.reject(new Error(`stripe-mock ended with ${String(code)}`));
  });
  return {
    url: `http://${await listening.promise}`,
    /** What it was asked, in its own words. */
    requests,
    async stop() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}
