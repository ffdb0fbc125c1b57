import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import sharp from 'sharp';

type Fields = Readonly<Record<string, unknown>>;

interface JobRequest {
  readonly files: readonly (string | NamedBytes)[];
  /** The survey without its title. */
  readonly survey: Fields;
  readonly language?: string;
  /** Members of the job that differ from those of a job for guests. */
  readonly job?: Fields;
}

/** Creates a job of the organization, whose files are public. Resolves to its id. */
export async function createJob(
  rest: Rest,
  { files, survey, language = 'en', job = {} }: JobRequest,
): Promise<string> {
  const { body: project } = await rest.post('/v2/projects', { name: 'Harbour' });
  const fileIds: string[] = [];
  for (const file of files) {
    const { body } = await rest.upload(project.id, file);
    await rest.put(`/v2/files/${String(body.id)}`, { privacyLevel: 'public' });
    await awaitEnrichment(rest, body.id);
    fileIds.push(body.id);
  }
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language });
  const versions = `/v2/survey-templates/${String(template.id)}/versions`;
  const { body: version } = await rest.post(versions, { title: 'Changed photographs', ...survey });
  const { status, body } = await rest.post('/v2/crowd-jobs', {
    projectId: project.id,
    name: 'Test',
    title: 'Was this photograph changed?',
    language,
    description: 'Look at the whole photograph first. <b>Then</b> answer.',
    surveyTemplateVersionId: version.id,
    ...(fileIds.length === 0 ? {} : { fileIds }),
    maxRepetitionsPerVariant: 5,
    guestsAllowed: true,
    ...job,
  });
  if (status !== 201) throw new Error(`the job was refused: ${JSON.stringify(body)}`);
  return body.id;
}

/** The sample photograph at a width that tests encode in no time. */
export async function smallImage(): Promise<NamedBytes> {
  const bytes = await sharp(samplePhotograph()).resize(800).jpeg().toBuffer();
  return { name: 'quay.jpg', type: 'image/jpeg', bytes };
}

/** Six seconds of a tone. */
export function toneRecording(): NamedBytes {
  const rate = 8_000;
  const seconds = 6;
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let index = 0; index < rate * seconds; index++) {
    samples.writeInt16LE(Math.round(8_000 * Math.sin((index * 2 * Math.PI * 440) / rate)), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return { name: 'tone.wav', type: 'audio/wav', bytes: Buffer.concat([header, samples]) };
}
