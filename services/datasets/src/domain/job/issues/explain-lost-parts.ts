import type { LostPart } from '../../../cleaning/treatment.ts';
import type { Issue } from '../../issue/issue.ts';

const names: Readonly<Record<LostPart['part'], string>> = {
  gain_map: 'gain map',
  motion_video: 'video',
  depth_map: 'depth map',
};

/** Explains the parts of an image of a phone that its cleaned version does not have. */
export function explainLostParts(fileId: string, lostParts: readonly LostPart[] = []): readonly Issue[] {
  return lostParts.map(({ part, state }) => ({
    type: 'lost_part',
    score: state === 'removed' ? 1 : 0.5,
    fileIds: [fileId],
    explanation:
      state === 'removed'
        ? `The ${names[part]} in the image was removed, because the new file cannot hold it.`
        : `The metadata of the image promises a ${names[part]}, but the file does not have it.`,
    facts: { part, state },
  }));
}
