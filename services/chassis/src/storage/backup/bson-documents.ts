const lengthBytes = 4;

/** Cuts a stream into BSON documents, of which each begins with its length. Throws when the last one is not whole. */
export async function* splitDocuments(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let [heldBytes, neededBytes] = [0, lengthBytes];
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
  if (heldBytes > 0) throw new Error('the last document is not whole');
}

/** How many bytes are needed for the first document, as far as that can be told. */
function readNeededBytes(bytes: Buffer): number {
  return bytes.byteLength < lengthBytes ? lengthBytes : Math.max(lengthBytes + 1, bytes.readInt32LE(0));
}
