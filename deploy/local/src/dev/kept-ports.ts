import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { freePorts, isPortFree } from '../platform/ports.ts';

export type KeptPorts = Record<'smtp' | 'inbox' | 'oidc', number>;

/**
 * The ports of the start before, so that addresses people and documents remember stay good; another one where somebody
 * else has taken it.
 */
export async function keptPorts(file: string): Promise<{ ports: KeptPorts; moved: (keyof KeptPorts)[] }> {
  const earlier = await readPorts(file);
  const [smtp = 0, inbox = 0, oidc = 0] = await freePorts(3);
  const ports: KeptPorts = { smtp, inbox, oidc };
  const moved: (keyof KeptPorts)[] = [];
  for (const name of ['smtp', 'inbox', 'oidc'] as const) {
    const port = earlier[name];
    if (port === undefined) continue;
    if (await isPortFree(port)) ports[name] = port;
    else moved.push(name);
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(ports));
  await rename(`${file}.new`, file);
  return { ports, moved };
}

async function readPorts(file: string): Promise<Partial<KeptPorts>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // Written by keptPorts alone.
  return text === undefined ? {} : (JSON.parse(text) as Partial<KeptPorts>);
}
