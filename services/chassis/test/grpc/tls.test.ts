import { join } from 'node:path';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createChannel } from '../../src/grpc/client.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { transportSecurity } from '../../src/process/transport-security.ts';
import type { TlsConfig } from '../../src/process/transport-security.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import { buildCall, startScratchpad } from './scratchpad.ts';
import type { Scratchpad } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

type Keys = Awaited<ReturnType<typeof tokenKeys>>;
const pem = (name: string): string => join(import.meta.dirname, 'certificates', name);
const certified = {
  tlsCaFile: pem('authority.pem'),
  tlsCertificateFile: pem('server.pem'),
  tlsKeyFile: pem('server-key.pem'),
};
let keys: Keys;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  keys = await tokenKeys('gateway');
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(tls: TlsConfig): Promise<Scratchpad> {
  const scratchpad = await startScratchpad({ publicKey: keys.publicKey, tls });
  closers.push(() => scratchpad.stop());
  return scratchpad;
}

/** Makes a call to the server at `address` with this configuration. */
function call(address: string, tls: TlsConfig) {
  const tokens = principalTokens(createTokenSigner(keys.privateKey, systemClock), systemClock);
  const channel = createChannel({ address, tokens, security: transportSecurity(tls), timeoutMs: 5_000 });
  closers.push(() => {
    channel.close();
  });
  return channel.client(ProjectsServiceService).getProject(buildCall(), { projectId: 'a' });
}

describe('calls between processes', () => {
  it('are encrypted with the certificates of the configuration, by address and by name', async () => {
    const { address } = await serve(certified);
    const { tlsCaFile } = certified;
    expect((await call(address, { tlsCaFile })).project?.id).toBe('a');
    const byName = address.replace('127.0.0.1', 'localhost');
    expect((await call(byName, { tlsCaFile })).project?.id).toBe('a');
  });

  it.each([
    ['in plaintext', {}],
    ['that trusts another authority', { tlsCaFile: pem('other-authority.pem') }],
  ])('fail at an encrypted server for a client %s', async (_what, tls) => {
    const { address } = await serve(certified);
    expect(await catchRefusal(call(address, tls))).toMatchObject({ status: 'UNAVAILABLE' });
  });

  it('are never sent in plaintext to a server that does not encrypt', async () => {
    const { address } = await serve({});
    const { tlsCaFile } = certified;
    expect(await catchRefusal(call(address, { tlsCaFile }))).toMatchObject({ status: 'UNAVAILABLE' });
  });
});

describe('plaintext', () => {
  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])('is allowed at %s', (host) => {
    expect(() => {
      transportSecurity({}).check(host);
    }).not.toThrow();
  });

  it.each(['0.0.0.0', '10.0.0.1', 'billing', '::', '127.evil.example'])(
    'is refused at %s, with the next step in the message, unless GRPC_PLAINTEXT allows it or TLS is configured',
    (host) => {
      const security = transportSecurity({});
      expect(() => security.serverCredentials(host)).toThrow(
        /TLS_CA_FILE is missing, .* GRPC_PLAINTEXT=anywhere/u,
      );
      expect(() => security.channelCredentials([host])).toThrow('is not this machine');
      for (const allowed of [{ plaintext: 'anywhere' } as const, certified]) {
        expect(() => transportSecurity(allowed).serverCredentials(host)).not.toThrow();
      }
    },
  );
});

describe('the files', () => {
  const { tlsCaFile, tlsCertificateFile, tlsKeyFile } = certified;

  it.each([
    [{ tlsCaFile: pem('absent.pem') }, 'TLS_CA_FILE cannot be read'],
    [{ tlsCaFile, tlsKeyFile }, 'TLS_CERTIFICATE_FILE is missing'],
    [{ tlsCaFile, tlsCertificateFile }, 'TLS_KEY_FILE is missing'],
    [{ tlsCertificateFile, tlsKeyFile }, 'TLS_CA_FILE is missing'],
  ])('must be complete: %j', (config, problem) => {
    expect(() => transportSecurity(config)).toThrow(problem);
  });

  it('include a certificate in a process that serves others', () => {
    expect(() => transportSecurity({ tlsCaFile }).serverCredentials('127.0.0.1')).toThrow(
      'TLS_CERTIFICATE_FILE is missing',
    );
  });
});
