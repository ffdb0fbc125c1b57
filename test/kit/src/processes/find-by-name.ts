import dns from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// A process of a simulated cluster imports this first. Names in a file resolve like those of headless services; all others
// resolve as
// usual. Each lookup reads the file, because the addresses of a name change.
const file = process.env['CLUSTER_NAMES_FILE'] ?? '';
const { lookup } = dns;
const promised = dns.promises.lookup;

/** Returns the current addresses of a name; undefined when it is not a name of the cluster. */
function findAddresses(name: string): LookupAddress[] | undefined {
  const names = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  const found = names[name]?.map((address) => ({ address, family: 4 }));
  if (found === undefined) return undefined;
  if (found.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
  // Name servers return the addresses in varying order.
  const first = Math.floor(Math.random() * found.length);
  return [...found.slice(first), ...found.slice(0, first)];
}

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

function lookUp(name: string, options: LookupOptions, found: Found): void {
  let addresses: LookupAddress[] | undefined;
  try {
    addresses = findAddresses(name);
  } catch (error) {
    process.nextTick(found, error);
    return;
  }
  const [first] = addresses ?? [];
  if (addresses === undefined) lookup(name, options, found);
  else if (options.all === true) process.nextTick(found, null, addresses);
  else process.nextTick(found, null, first?.address, first?.family);
}

Object.assign(dns, { lookup: lookUp });
Object.assign(dns.promises, {
  lookup: async (name: string, options: LookupOptions = {}) => {
    const addresses = findAddresses(name);
    if (addresses === undefined) return promised(name, options);
    return options.all === true ? addresses : addresses[0];
  },
});
syncBuiltinESMExports();
