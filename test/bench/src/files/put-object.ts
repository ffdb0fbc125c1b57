/** Stores a video with one PutObject whenever it is told to, as a process that does nothing else; ends with its parent. */
import { Readable } from 'node:stream';
import { openBareClient } from './bare-client.ts';
import { videoBytes } from './video-bytes.ts';

const [address, size] = process.argv.slice(2);
const { put } = openBareClient(address);

process.on('message', () => {
  const bytes = Readable.from(videoBytes(Number(size)), { objectMode: false });
  void put(bytes, Number(size)).then(() => process.send?.('stored'));
});
