import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import type { Received } from '../receiver.ts';

/** A request as a receiver reads it, with the secret that the receiver knows. */
export interface SignedRequest extends Pick<Received, 'headers' | 'body'> {
  readonly secret: string;
}

/** Counts the requests whose `webhook-signature` is accepted by the npm package `standardwebhooks`. */
export function countStandard(requests: readonly SignedRequest[]): number {
  return requests.filter(({ secret, headers, body }) =>
    succeeds(() => new Webhook(secret).verify(body, { ...headers })),
  ).length;
}

const { signature } = new Stripe('sk_test_123').webhooks;

/** Counts the requests whose `X-Service-Signature` is accepted by the verifier of Stripe, with its limit of 5 minutes. */
export function countStripe(requests: readonly SignedRequest[]): number {
  return requests.filter(({ secret, headers, body }) =>
    succeeds(() => signature?.verifyHeader(body, headers['x-service-signature'] ?? '', secret, 300)),
  ).length;
}

const script = fileURLToPath(new URL('verify.py', import.meta.url));

/** Counts the requests that a receiver in Python accepts: by `X-Service-Signature`, and by `webhook-signature`. */
export async function countPython(requests: readonly SignedRequest[]): Promise<readonly [number, number]> {
  const python = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(python, 'close');
  const lines = requests.map(({ secret, headers, body }) =>
    JSON.stringify({ secret, headers, body: body.toString('base64') }),
  );
  python.stdin.end(lines.join('\n'));
  const output = (await text(python.stdout)).trim();
  await ended;
  const verdicts = output.split('\n').map((line) => JSON.parse(line) as [boolean, boolean]);
  return [verdicts.filter(([own]) => own).length, verdicts.filter(([, standard]) => standard).length];
}

/** Returns true if the verification ends without an error and with a result. */
function succeeds(verify: () => unknown): boolean {
  try {
    return verify() !== undefined;
  } catch {
    return false;
  }
}
