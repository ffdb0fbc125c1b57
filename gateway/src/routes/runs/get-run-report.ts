import { Type } from 'typebox';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { errors } from '../../rest/error-body.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

const format = restEnum(ReportFormat.UNSPECIFIED, {
  html: ReportFormat.HTML,
  md: ReportFormat.MD,
  json: ReportFormat.JSON,
});

const document = { schema: Type.String({ description: 'The whole document.' }) };
const machineReadable = Type.Unknown({
  description: 'Run, files, claims, conclusion, error rate and stages; `schema` names the format.',
  examples: [
    { schema: 'assay-report/1', conclusion: { verdict: 'authentic', confidence: 0.94 }, stages: [] },
  ],
});
const report = {
  description: 'The report, in the form asked for.',
  content: {
    'text/html': document,
    'text/markdown': document,
    'application/json': { schema: machineReadable },
  },
};
/** A report may quote file names and metadata: whatever it contains, a browser must not execute it here. */
const reportPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

export const getRunReport: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getRunReport',
    tags: ['Verification runs'],
    summary: 'Read the report of a run',
    description: 'What was found, for people (`html`, self-contained, or `md`) or for machines (`json`).',
    params: Type.Object({ projectId: id('The project.'), runId: id('The run.') }),
    querystring: Type.Object({ format: { ...format.schema, default: 'html', description: 'The form.' } }),
    response: { 200: report, ...errors('INVALID_STATE') },
  };
  const url = '/v2/projects/:projectId/verification-runs/:runId/report';
  app.get(url, { schema }, async ({ call, params, query }, reply) => {
    const request = { ...params, format: format.toProto(query.format) };
    const { content, contentType } = await clients.runs.getReport(call, request);
    void reply.header('content-security-policy', reportPolicy).type(contentType);
    return reply.send(Buffer.from(content));
  });
};
