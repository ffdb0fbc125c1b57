import { audioChanges } from '@assay/checks/search/change-kinds';
import { check as audioRepeats } from '@assay/checks/sound/audio-repeats/check';
import { analyseAudio, copyWithin, speechOf, wavFrom } from '@assay/checks/sound/sound.fixture';
import { expect, it } from 'vitest';
import { conclude } from '../../src/domain/fusion/conclude.ts';

it('a piece that was copied over another leaves the verdict open', async () => {
  const rate = 16_000;
  const forged = copyWithin(speechOf(), rate, { from: 2.4321, to: 8.1234, seconds: 1.2 });
  const result = await analyseAudio(audioRepeats, wavFrom(forged, rate));
  expect(conclude([result], { changes: audioChanges }).verdict).toBe('inconclusive');
});
