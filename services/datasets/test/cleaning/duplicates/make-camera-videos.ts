import type { RecordingBench } from '../recordings/recording-bench.ts';
import type { PairRelation } from './removal-counts.ts';

/** Two videos, and the way in which the second one was made. */
export interface VideoPair {
  readonly kind: string;
  readonly relation: PairRelation;
  readonly one: string;
  readonly other: string;
}

const encode = ['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p'];

interface Recording {
  readonly photograph: string;
  /** Decides the noise of the sensor. */
  readonly noise: number;
  /** The place of a small thing at a second, in pixels of 480 × 320. */
  readonly path: string;
}

/** Records a still background with the noise of a sensor, before which one small thing moves. */
function record(
  bench: RecordingBench,
  name: string,
  { photograph, noise, path }: Recording,
): Promise<string> {
  const filters = [
    `[0:v]scale=480:320,format=yuv420p,noise=alls=7:allf=t:all_seed=${noise.toString()}[background]`,
    `[background][1:v]overlay=${path}`,
  ];
  const inputs = ['-loop', '1', '-framerate', '15', '-i', photograph];
  const thing = ['-f', 'lavfi', '-i', 'color=c=0x30343c:s=14x28:r=15'];
  return bench.make(
    `${name}.mp4`,
    ...inputs,
    ...thing,
    '-filter_complex',
    filters.join(';'),
    '-t',
    '6',
    ...encode,
  );
}

/** Makes two recordings of one fixed camera, and two copies of the first one, for each photograph. */
export async function makeCameraPairs(
  bench: RecordingBench,
  photographs: readonly string[],
  seed: number,
): Promise<readonly VideoPair[]> {
  const pairs: VideoPair[] = [];
  for (const [at, photograph] of photographs.entries()) {
    const name = (kind: string): string => `${at.toString()}-${kind}`;
    const noise = seed + at * 2;
    const row = 60 + ((seed + at * 47) % 180);
    const one = await record(bench, name('one'), {
      photograph,
      noise,
      path: `x=20+50*t:y=${row.toString()}`,
    });
    const later = { photograph, noise: noise + 1, path: `x=420-60*t:y=${((row + 90) % 280).toString()}` };
    const other = await record(bench, name('other'), later);
    const again = await bench.make(`${name('again')}.mp4`, '-i', one, ...encode, '-crf', '30');
    const half = await bench.make(`${name('half')}.mp4`, '-i', one, '-vf', 'scale=240:160', ...encode);
    pairs.push(
      { kind: 'camera-other-movement', relation: 'different', one, other },
      { kind: 'camera-saved-again', relation: 'copy', one, other: again },
      { kind: 'camera-half', relation: 'copy', one, other: half },
    );
  }
  return pairs;
}
