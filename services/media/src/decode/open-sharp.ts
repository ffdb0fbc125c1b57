import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { maxImagePixels } from '../limits/image-limits.ts';
import type { ImageSource } from './image-source.ts';

// The library caches what it read by path, and would answer for a file that has been replaced since.
sharp.cache(false);

const timeoutSeconds = 20;
const tolerance = {
  failOn: 'error',
  unlimited: false,
  sequentialRead: true,
  pages: 1,
  ignoreIcc: true,
} as const;

/**
 * Opens an image, by its path or its bytes, with the limits every decode has. `failOn: 'error'` refuses data that is cut off or cannot be followed to the
 * end, because a picture decoded by half holds grey areas that pixel checks would take for edits; it lets pass what libraries
 * recover from with a warning (stray bytes between JPEG segments, unknown JFIF revisions), which genuine cameras produce.
 * Profiles are ignored: checks want stored values.
 */
export function openSharp(image: ImageSource, tolerated: 'usual' | 'none' = 'usual'): Sharp {
  const failOn = tolerated === 'none' ? 'warning' : tolerance.failOn;
  return sharp(image, { ...tolerance, failOn, limitInputPixels: maxImagePixels }).timeout({
    seconds: timeoutSeconds,
  });
}

/** The same with its profile applied, as it is to be seen. */
export function openSharpForDisplay(image: ImageSource, tolerated: 'usual' | 'none' = 'usual'): Sharp {
  const failOn = tolerated === 'none' ? 'warning' : tolerance.failOn;
  return sharp(image, { ...tolerance, failOn, ignoreIcc: false, limitInputPixels: maxImagePixels }).timeout({
    seconds: timeoutSeconds,
  });
}

/** Opens an image for its header alone, whatever size that states. */
export function openSharpHeader(image: ImageSource): Sharp {
  return sharp(image, { ...tolerance, limitInputPixels: false });
}
