import { expect, it } from 'vitest';
import { createPacketTimes } from './packet-times.ts';

const output = `#software: Lavf62.3.100
#tb 0: 1/12800
#media_type 0: video
#codec_id 0: h264
#tb 1: 1/48000
#media_type 1: audio
0,     -25600,          0,    12800,    23348, 0xcda159eb
0,     -12800,     115200,    12800,    22903, 0x39606db0, F=0x0
1,          0,          0,    48000,      100, 0x00000000
0,          0,      12800,    12800,    29382, 0xc0cb09e2, F=0x0
`;

it.each([1_000, 7, 1])(
  'the end is that of the packet that is presented last, in pieces of %i bytes',
  (size) => {
    const times = createPacketTimes();
    expect(times.seconds()).toBeUndefined();
    for (let at = 0; at < output.length; at += size) times.add(Buffer.from(output.slice(at, at + size)));
    expect([times.seconds(), times.frames()]).toEqual([10, 3]);
  },
);
