import { choice, optional, text } from '../config.ts';

/** Whoever decodes audio and video. */
export const decoderSettings = {
  ffmpegPath: optional(
    text('FFMPEG_PATH', { about: 'The FFmpeg program, which decodes videos and compressed audio.' }),
    'the one on the `PATH`; where there is none, videos and AAC are read by their containers alone',
  ),
  ffmpegUnconfined: choice('FFMPEG_UNCONFINED', {
    about:
      'Whether FFmpeg runs also where the kernel refuses the namespaces that keep it from everything but its file.',
    values: ['allowed', 'refused'],
    fallback: 'refused',
  }),
  programFolders: text('PATH', {
    about: 'The folders in which programs are looked for, separated by colons, as the system sets it.',
    fallback: '',
    unset: 'no program is found',
  }),
};

/** Whoever judges content credentials. */
export const c2paTrustListFile = optional(
  text('C2PA_TRUST_LIST_FILE', { about: 'The C2PA signers to trust, a PEM file.' }),
  'no signer is trusted, and no file can be called authentic',
);
