import { describe, expect, it } from 'vitest';
import { createStreamCollector } from './stream-list.ts';

const output = `#software: Lavf
#tb 0: 1/1000
#media_type 0: video
#codec_id 0: h264
#dimensions 0: 640x360
#tb 1: 1/48000
#media_type 1: audio
#codec_id 1: aac
#sample_rate 1: 48000
#tb 2: 1/1000
#media_type 2: subtitle
0,        -40,          0,       40,     1500, 0x1
1,      -1024,      -1024,     1024,      200, 0x2, S=1, Skip Samples, 10, 0x3
1,          0,          0,     1024,      180, 0x3
0,          0,         80,       40,      300, 0x4
`;

describe('createStreamCollector', () => {
  it('reads the streams that have packets, however the output is cut', () => {
    for (const length of [5, 64, output.length]) {
      const collector = createStreamCollector();
      for (let at = 0; at < output.length; at += length)
        collector.add(Buffer.from(output.slice(at, at + length)));
      const [video, audio, ...others] = collector.streams();
      expect(others).toEqual([]);
      expect(video).toMatchObject({
        kind: 'video',
        codec: 'h264',
        width: 640,
        height: 360,
        packets: 2,
        sizeBytes: 1_800,
        startSeconds: 0,
        endSeconds: 0.12,
      });
      expect(audio).toMatchObject({
        kind: 'audio',
        sampleRate: 48_000,
        minPacketBytes: 180,
        maxPacketBytes: 200,
      });
    }
  });
});
