import { FileDeleted, FileUploaded } from '@assay/proto/files/v1/file_events';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { describe, expect, it } from 'vitest';
import { declareStream } from '../streams.ts';
import { readStreamName } from './stream-name.ts';

const retained = { retention: 'limits', maxAgeMs: 1_000 } as const;

describe('the stream of an event', () => {
  it('is named by the option of its message', () => {
    expect(readStreamName(FileUploaded)).toBe('FILES');
    expect(() => readStreamName(CredentialsInvalidated)).toThrow('names no stream');
  });

  it('is declared by messages that all name it', () => {
    expect(declareStream({ messages: [FileUploaded, FileDeleted], ...retained }).name).toBe('FILES');
    expect(() => declareStream({ messages: [FileUploaded, ProjectDeleted], ...retained })).toThrow(
      'PROJECTS',
    );
  });
});
