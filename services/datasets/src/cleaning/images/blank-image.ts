import type { ShownImage } from './measure-image.ts';

/** Grey levels that lossy coding may add to an area of one colour. */
const maxRange = 2;
const opaque = 255;

/** Returns true when the visible pixels of an image have one colour, as good as. Transparent pixels are not visible. */
export function hasOneColour({ data, channels }: Pick<ShownImage, 'data' | 'channels'>): boolean {
  const hasAlpha = channels === 2 || channels === 4;
  const colours = hasAlpha ? channels - 1 : channels;
  const lowest = new Uint8Array(channels).fill(255);
  const highest = new Uint8Array(channels);
  for (let at = 0; at < data.length; at += channels) {
    const alpha = hasAlpha ? (data[at + colours] ?? opaque) : opaque;
    for (let channel = alpha === 0 ? colours : 0; channel < channels; channel += 1) {
      const value = data[at + channel] ?? 0;
      if (value < (lowest[channel] ?? 0)) lowest[channel] = value;
      if (value > (highest[channel] ?? 0)) highest[channel] = value;
    }
  }
  return highest.every((high, channel) => high - (lowest[channel] ?? 0) <= maxRange);
}
