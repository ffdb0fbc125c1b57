const lengthBytes = 4;

/** Splits a stream into BSON documents. Each begins with its length. Throws when the last one is incomplete. */
export async function* splitDocuments(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = lengthBytes;
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.byteLength;
    if (heldBytes < neededBytes) continue;
    let rest = Buffer.concat(held);
    neededBytes = readNeededBytes(rest);
    while (rest.byteLength >= neededBytes) {
      yield rest.subarray(0, neededBytes);
      rest = rest.subarray(neededBytes);
      neededBytes = readNeededBytes(rest);
    }
    [held, heldBytes] = [[rest], rest.byteLength];
  }
  if (heldBytes > 0) throw new Error('the last document is incomplete');
}

/** Returns the number of bytes that the first document needs, or that its length field needs. */
function readNeededBytes(bytes: Buffer): number {
  return bytes.byteLength < lengthBytes ? lengthBytes : Math.max(lengthBytes + 1, bytes.readInt32LE(0));
}
