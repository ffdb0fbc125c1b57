import { newId } from '@assay/chassis/ids';
import { QuestionType } from '@assay/proto/crowd/v1/survey';
import type { CreateSurveyTemplateRequest } from '@assay/proto/crowd/v1/survey_templates_service';
import {
  CreateSurveyVersionRequest,
  ListSurveyTemplatesRequest,
} from '@assay/proto/crowd/v1/survey_templates_service';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { Role } from '@assay/proto/access/v1/access';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownProjectId } from './neighbours.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

let running: Started = undefined as never;
beforeAll(async () => {
  running = await start([]);
});
afterAll(() => running.stop());

type Call = ReturnType<typeof callBy>;

async function newTemplate(call: Call, change: Partial<CreateSurveyTemplateRequest> = {}) {
  const request = { projectId: undefined, name: ' Photographs ', language: 'de', ...change };
  const { template } = await running.templates.createSurveyTemplate(call, request);
  if (template === undefined) throw new Error('the response has no template');
  return template;
}

const options = ['yes', 'no'].map((value) => ({
  value,
  label: `${value}, {{city.value}}`,
  exclusive: false,
}));

function newVersion(templateId: string, change: Partial<CreateSurveyVersionRequest> = {}) {
  return CreateSurveyVersionRequest.fromPartial({
    templateId,
    title: 'Photographs of {{city.value}}',
    questions: [
      {
        key: 'changed',
        type: QuestionType.SINGLE_CHOICE,
        label: 'Changed?',
        required: true,
        options,
        golden: { expected: '{{truth.value}}' },
      },
    ],
    ...change,
  });
}

const publish = async (call: Call, request: CreateSurveyVersionRequest) => {
  const { version } = await running.templates.createSurveyVersion(call, request);
  if (version === undefined) throw new Error('the response has no version');
  return version;
};

const list = (call: Call, filter: Partial<ListSurveyTemplatesRequest> = {}) =>
  running.templates.listSurveyTemplates(
    call,
    ListSurveyTemplatesRequest.fromPartial({ limit: 20, ...filter }),
  );

describe('a survey template', () => {
  it('is listed with its versions, newest first', async () => {
    const call = callBy();
    const template = await newTemplate(call);
    expect(template).toMatchObject({
      name: 'Photographs',
      language: 'de',
      versions: [],
    });
    const first = await publish(call, newVersion(template.id));
    const second = await publish(call, newVersion(template.id));
    expect([first.versionNumber, second.versionNumber]).toEqual([1, 2]);
    const { templates, total } = await list(call);
    expect(total).toBe(1);
    expect(templates[0]?.versions.map(({ id }) => id)).toEqual([second.id, first.id]);
    const { template: read } = await running.templates.getSurveyTemplate(call, { templateId: template.id });
    expect(read).toEqual(templates[0]);
  });

  it('of a project is listed for it alone, beside those of the organization', async () => {
    const call = callBy();
    const projectId = newId();
    const own = await newTemplate(call, { projectId });
    const shared = await newTemplate(call);
    await newTemplate(call, { projectId: newId() });
    const { templates } = await list(call, { projectId });
    expect(templates.map(({ id }) => id)).toEqual([shared.id, own.id]);
    expect((await list(call)).total).toBe(3);
  });

  it('of another organization, and of an unknown project, is not found', async () => {
    const call = callBy();
    const other = callBy();
    const template = await newTemplate(call);
    const version = await publish(call, newVersion(template.id));
    const path = { templateId: template.id, surveyVersionId: version.id };
    const { id: templateId } = await newTemplate(call);
    for (const refused of [
      () => running.templates.getSurveyTemplate(other, path),
      () => running.templates.getSurveyVersion(other, path),
      () => running.templates.previewSurveyVersion(other, { ...path, values: undefined }),
      () => running.templates.createSurveyVersion(other, newVersion(template.id)),
      () => running.templates.getSurveyVersion(call, { ...path, templateId: templateId }),
      () => newTemplate(call, { projectId: unknownProjectId }),
      () => list(call, { projectId: unknownProjectId }),
    ]) {
      expect((await catchRefusal(refused())).status).toBe('NOT_FOUND');
    }
    expect((await list(other)).total).toBe(0);
  });

  it('is made by users, and read by viewers', async () => {
    const call = callBy();
    const viewer = callBy({ role: Role.VIEWER, organizationId: call.organizationId });
    const template = await newTemplate(call);
    expect((await catchRefusal(newTemplate(viewer))).status).toBe('PERMISSION_DENIED');
    expect((await catchRefusal(publish(viewer, newVersion(template.id)))).status).toBe('PERMISSION_DENIED');
    expect((await list(viewer)).total).toBe(1);
  });

  it('goes with its project, and those of the organization stay', async () => {
    const call = callBy();
    const projectId = newId();
    const own = await newTemplate(call, { projectId });
    const shared = await newTemplate(call);
    await publish(call, newVersion(own.id));
    const { organizationId } = call;
    await running.publish(
      ProjectDeleted,
      ProjectDeleted.fromPartial({ projectId, organizationId }),
      organizationId,
    );
    await eventually(async () => {
      expect((await list(call)).templates.map(({ id }) => id)).toEqual([shared.id]);
    });
    expect(await running.db.collection('survey_versions').countDocuments({ templateId: own.id })).toBe(0);
  });
});

describe('a version', () => {
  it('gets its own number also when 16 are created at once, and one under one key', async () => {
    const call = callBy();
    const { id } = await newTemplate(call);
    const versions = await Promise.all(Array.from({ length: 16 }, () => publish(call, newVersion(id))));
    const numbers = versions.map(({ versionNumber }) => versionNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    const keyed = { ...call, idempotencyKey: newId() };
    const first = await publish(keyed, newVersion(id));
    expect((await publish(keyed, newVersion(id))).id).toBe(first.id);
  });

  it('is refused with the field, and nothing is stored', async () => {
    const call = callBy();
    const { id } = await newTemplate(call);
    const twice = newVersion(id);
    const request = { ...twice, questions: [...twice.questions, ...twice.questions] };
    const refusal = await catchRefusal(publish(call, request));
    expect(refusal).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'questions.1.key' } });
    const { template } = await running.templates.getSurveyTemplate(call, { templateId: id });
    expect(template?.versions).toEqual([]);
  });

  it('is read with its known answers, and shown to workers without them', async () => {
    const call = callBy();
    const { id: templateId } = await newTemplate(call);
    const { id: surveyVersionId } = await publish(call, newVersion(templateId));
    const path = { templateId, surveyVersionId };
    const { version } = await running.templates.getSurveyVersion(call, path);
    expect(version?.questions[0]?.golden).toEqual({ expected: '{{truth.value}}' });
    const values = { city: '<b>Hamburg</b>' };
    const preview = await running.templates.previewSurveyVersion(call, { ...path, values });
    expect(preview.inputData).toEqual(values);
    expect(preview.survey).toMatchObject({ title: 'Photographs of <b>Hamburg</b>', language: 'de' });
    expect(preview.survey?.questions[0]?.options[0]?.label).toBe('yes, <b>Hamburg</b>');
    expect(JSON.stringify(preview)).not.toContain('truth');
    const page = `/v2/work/preview/${templateId}/${surveyVersionId}?organizationId=${call.organizationId}`;
    expect(preview.previewUrl).toBe(`${page}#city=%3Cb%3EHamburg%3C%2Fb%3E`);
    const unfilled = await running.templates.previewSurveyVersion(call, { ...path, values: undefined });
    expect(unfilled.survey?.title).toBe('Photographs of {{city.value}}');
    expect(unfilled.previewUrl).toBe(page);
    for (const [name, value] of [
      ['truth', 'yes'],
      ['city', 3],
      ['city', 'a'.repeat(10_001)],
    ] as const) {
      const refused = running.templates.previewSurveyVersion(call, { ...path, values: { [name]: value } });
      const expected = { status: 'INVALID_ARGUMENT', details: { field: `values.${name}` } };
      expect(await catchRefusal(refused)).toMatchObject(expected);
    }
  });
});
