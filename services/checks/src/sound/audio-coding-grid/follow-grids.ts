import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { distance, findGrids, isOnGrid, mostProbes, zeroLevel } from './find-grids.ts';
import type { CodingGrid, Stretch } from './find-grids.ts';
import { createGridProbe } from './hybrid-filterbank.ts';

const leastBlockSeconds = 1;
const mostBlocks = 120;
const granulesPerBlock = 12;
/** What is followed for at least this many blocks is told. */
const leastRun = 2;
/** A grid in this share of all blocks goes through the whole recording. */
const throughout = 0.8;
const probesOfRun = 32;

/** A place from which on granules begin elsewhere. */
export interface GridChange {
  /** The last sample that is surely on the grid before, and the first that is on the one after. */
  readonly after: number;
  readonly before: number;
  readonly fromOffset: number;
  readonly toOffset: number;
}

export interface FollowedGrids {
  /** With the share of the recording that each goes through. */
  readonly grids: readonly (CodingGrid & { readonly share: number })[];
  readonly changes: readonly GridChange[];
}

interface Track {
  readonly grid: CodingGrid;
  /** For each block. */
  readonly isThere: readonly boolean[];
}

/** Finds the grids of MP3 coding in a recording, where each holds, and where one gives way to another. */
export function followGrids(sound: MonoSound, signal: AbortSignal): FollowedGrids {
  const blocks = blocksOf(sound);
  const probe = createGridProbe(sound.samples, zeroLevel);
  const follow = (grid: CodingGrid): Track => {
    signal.throwIfAborted();
    return {
      grid,
      isThere: blocks.map((stretch) => isOnGrid(probe, grid, { stretch, granules: granulesPerBlock })),
    };
  };
  const whole = { from: 0, to: sound.samples.length };
  const tracks = findGrids(sound, { stretch: whole, probes: mostProbes, signal }).map(follow);
  // A short piece of other origin hardly shows in the whole, but as what a grid leaves out.
  for (const { isThere } of tracks.slice(0, 2)) {
    const gap = longestRun(isThere.map((is) => !is));
    const stretch = stretchOf(blocks, gap);
    if (gap.length < leastRun || stretch === null) continue;
    const inGap = findGrids(sound, { stretch, probes: probesOfRun, signal });
    const others = inGap.filter(({ offset }) =>
      tracks.every(({ grid }) => distance(grid.offset, offset) > 0),
    );
    tracks.push(...others.slice(0, 1).map(follow));
  }
  const told = tracks.filter(({ isThere }) => longestRun(isThere).length >= leastRun);
  return { grids: told.map(withShare), changes: changesAmong(told, blocks) };
}

function blocksOf({ samples, sampleRate }: MonoSound): Stretch[] {
  const length = Math.max(Math.round(leastBlockSeconds * sampleRate), Math.ceil(samples.length / mostBlocks));
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) => ({
    from: index * length,
    to: (index + 1) * length,
  }));
}

interface Run {
  readonly start: number;
  readonly length: number;
}

function longestRun(flags: readonly boolean[]): Run {
  let longest: Run = { start: 0, length: 0 };
  for (let start = 0; start < flags.length; start++) {
    let end = start;
    while (flags[end] === true) end++;
    if (end - start > longest.length) longest = { start, length: end - start };
    start = end;
  }
  return longest;
}

function stretchOf(blocks: readonly Stretch[], { start, length }: Run): Stretch | null {
  const first = blocks[start];
  const last = blocks[start + length - 1];
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}

function withShare({ grid, isThere }: Track): CodingGrid & { readonly share: number } {
  const share = isThere.filter(Boolean).length / Math.max(1, isThere.length);
  return { ...grid, share: Math.round(share * 100) / 100 };
}

/** Grids that go through all of a recording are those of codings as a whole; of the others one follows another. */
function changesAmong(tracks: readonly Track[], blocks: readonly Stretch[]): GridChange[] {
  const partial = tracks.filter(
    (track) => withShare(track).share < throughout || longestGap(track) >= leastRun,
  );
  const runs = runsOf(
    blocks.map((_, index) => {
      const there = partial.filter(({ isThere }) => isThere[index] === true);
      return there.length === 1 ? (there[0]?.grid.offset ?? null) : null;
    }),
  );
  return runs.slice(1).flatMap((run, index) => {
    const earlier = runs[index];
    if (earlier === undefined || earlier.offset === run.offset) return [];
    const after = blocks[earlier.start + earlier.length - 1]?.to ?? 0;
    const before = blocks[run.start]?.from ?? 0;
    return [{ after, before, fromOffset: earlier.offset, toOffset: run.offset }];
  });
}

function longestGap({ isThere }: Track): number {
  return longestRun(isThere.map((is) => !is)).length;
}

/** Stretches of one offset, blocks of none between them left out, that are long enough to be told. */
function runsOf(offsets: readonly (number | null)[]): (Run & { readonly offset: number })[] {
  const runs: (Run & { readonly offset: number })[] = [];
  offsets.forEach((offset, index) => {
    if (offset === null) return;
    const last = runs.at(-1);
    if (last?.offset === offset) runs[runs.length - 1] = { ...last, length: index + 1 - last.start };
    else runs.push({ offset, start: index, length: 1 });
  });
  return runs.filter(({ length }) => length >= leastRun);
}
