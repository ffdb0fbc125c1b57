/** Shorter audio is refused by the checks that look for repeated, joined or replaced audio. */
export const minAudioSeconds = 3;
