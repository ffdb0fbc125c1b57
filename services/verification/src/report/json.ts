import type { ReportCheck, ReportInput, ReportPeople, ReportPicture } from './report-input.ts';

const schemaName = 'assay-report/1';

/** The report for machines: UTF-8 JSON, two spaces, keys in a fixed order, pictures described but not embedded. */
export function renderJsonReport(input: ReportInput): string {
  const { run, files, claims, judged, conclusion, stages, errorRate, people } = input;
  const report = {
    schema: schemaName,
    run: { ...run, startedAt: run.startedAt.toISOString(), completedAt: run.completedAt.toISOString() },
    files: files.map(({ preview, ...file }) => file),
    claims,
    claimVerdicts: judged,
    conclusion,
    errorRate,
    ...(people === undefined ? {} : { people: describePeople(people) }),
    stages: stages.map((stage) => ({ ...stage, checks: stage.checks.map(describeCheck) })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function describePeople({ stages, ...effect }: ReportPeople): object {
  const described = stages.map(({ answered, ...stage }) => ({
    ...stage,
    answered: answered && { ...answered, drawings: answered.drawings.map(describePicture) },
  }));
  return { ...effect, stages: described };
}

function describeCheck(check: ReportCheck): object {
  return { ...check, pictures: check.pictures.map(describePicture) };
}

function describePicture({ legend, mimeType, width, height, bytes }: ReportPicture): object {
  return { legend, mimeType, width, height, sizeBytes: bytes.length };
}
