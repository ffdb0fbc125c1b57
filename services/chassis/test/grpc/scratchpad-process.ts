import type { JWK } from 'jose';
import type { ConnectionTimes } from '../../src/grpc/channel-options.ts';
import { startScratchpad } from './scratchpad.ts';

/** Runs a scratchpad in a separate process, which tests kill or suspend. */
const [publicKey = '', port = '0', name = '', times] = process.argv.slice(2);
const scratchpad = await startScratchpad({
  publicKey: JSON.parse(publicKey) as JWK | JWK[],
  port: Number(port),
  name,
  ...(times !== undefined && { times: JSON.parse(times) as ConnectionTimes }),
});
process.send?.(scratchpad.address);
setInterval(() => process.send?.([...scratchpad.hanging.keys()]), 20);
process.once('SIGTERM', () => void scratchpad.stop().then(() => process.exit()));
process.once('disconnect', () => process.exit());
