import type { Judgement } from './judge.ts';

/** A pristine file of one scene that nothing was found in, but for what is given. */
export function aJudgement(given: Partial<Judgement> = {}): Judgement {
  return {
    scene: 'harbour',
    source: 'a camera',
    group: 'original',
    mimeType: 'image/jpeg',
    change: null,
    isLaundered: false,
    verdict: 'unverified',
    confidence: 0.6,
    manipulated: 0.1,
    llr: 0,
    isPlaceRight: null,
    statement: '',
    ...given,
  };
}
