/** A WAV file of one channel in 16 bits. */
export function wavFrom(samples: Float32Array, sampleRate: number): Buffer {
  const content = Buffer.alloc(samples.length * 2);
  samples.forEach((value, i) =>
    content.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))), i * 2),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + content.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(content.length, 40);
  return Buffer.concat([head, content]);
}
