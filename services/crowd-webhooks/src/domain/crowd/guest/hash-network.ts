import { createHash } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { toNetwork } from '@assay/chassis/http/client-network';

/**
 * Hashes the network of a client with the parts of a key. The hash keeps the address out of the database. All clients whose address is unknown
 * share one network.
 */
export function hashNetwork(
  { clientAddress }: Pick<CallContext, 'clientAddress'>,
  jobId: string,
  part = '',
): string {
  const network = clientAddress === undefined ? 'unknown' : toNetwork(clientAddress);
  return createHash('sha256').update(`${jobId} ${network} ${part}`).digest('hex');
}
