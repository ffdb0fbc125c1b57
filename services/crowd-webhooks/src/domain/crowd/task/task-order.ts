import { createHash, randomBytes } from 'node:crypto';
import type { Job } from '../job/job.ts';
import type { Task } from './task.ts';

/** Creates the secret by which the order of the tasks of a job is drawn. */
export function newOrderKey(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Draws the places of the tasks of a job: a permutation of the numbers below `count` that looks random without the key. The same key gives the
 * same places. Without a key, in jobs of earlier versions, the tasks stay in the order of their variants.
 */
export function drawPlaces(orderKey: string | undefined, count: number): readonly number[] {
  if (orderKey === undefined) return Array.from({ length: count }, (_, index) => index);
  const drawn = Array.from({ length: count }, (_, index) => ({
    index,
    draw: hash(orderKey, index.toString()),
  }));
  const places = new Array<number>(count).fill(0);
  for (const [place, { index }] of drawn.toSorted((one, other) => one.draw.compare(other.draw)).entries()) {
    places[index] = place;
  }
  return places;
}

/**
 * Returns the number under which a worker sees a task. It says nothing about the variant: golden tasks have random numbers like all others,
 * and each worker sees other numbers. Requesters see `variantIndex`, the place of the variant in the input.
 */
export function showIndex(
  { variantCount, goldenCount, orderKey }: Pick<Job, 'variantCount' | 'goldenCount' | 'orderKey'>,
  { place, variantIndex }: Pick<Task, 'place' | 'variantIndex'>,
  workerId: string,
): number {
  if (goldenCount === undefined || orderKey === undefined) return variantIndex;
  const count = variantCount + goldenCount;
  const shift = Math.floor(drawFraction(orderKey, `worker ${workerId}`) * count);
  return (place + shift) % count;
}

/** Draws a number from 0 to 1, always the same one for a key and a text. */
export function drawFraction(orderKey: string, text: string): number {
  return hash(orderKey, text).readUIntBE(0, 6) / 2 ** 48;
}

function hash(orderKey: string, text: string): Buffer {
  return createHash('sha256').update(`${orderKey} ${text}`).digest();
}
