/** The same picture with a comment in it (JPEG marker COM), so that every copy is a file of its own. */
export function taggedJpeg(jpeg: Buffer, tag: string): Buffer {
  const comment = Buffer.from(tag, 'latin1');
  const marker = Buffer.from([0xff, 0xfe, 0, 0]);
  marker.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]);
}
