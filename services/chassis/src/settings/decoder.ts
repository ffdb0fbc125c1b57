import { choice, optional, text } from '../config.ts';

/** The settings of processes that decode audio and video. */
export const decoderSettings = {
  ffmpegPath: optional(
    text('FFMPEG_PATH', {
      about: 'The path of the FFmpeg program, which decodes video and compressed audio.',
    }),
    'FFmpeg is looked up on the `PATH`; without it, only the containers of video and AAC files are read',
  ),
  ffmpegUnconfined: choice('FFMPEG_UNCONFINED', {
    about:
      'Allows FFmpeg to run when the kernel refuses both namespaces and Landlock, which isolate it from everything but its input file.',
    values: ['allowed', 'refused'],
    fallback: 'refused',
  }),
  programFolders: text('PATH', {
    about: 'The folders of programs, separated by colons, as the system sets it.',
    fallback: '',
    unset: 'no program is found',
  }),
};

/** The setting of processes that validate content credentials. */
export const c2paTrustListFile = optional(
  text('C2PA_TRUST_LIST_FILE', { about: 'A PEM file with the trusted C2PA signers.' }),
  'no signer is trusted, and no file can be called authentic',
);
