import { contract } from '@assay/chassis/grpc/contract/contract';
import { listValues } from '../derive/rest-names.ts';
import { renderReferences } from './references.ts';

/** The pipelines of the catalog at the time of writing. The catalog itself belongs to another service. */
const pipelineSlugs = [
  'image-authenticity',
  'synthetic-media-screen',
  'audio-authenticity',
  'video-authenticity',
  'document-integrity',
  'geo-time-context',
  'multi-file-consistency',
  'claim-context-crowd',
  'image-expert-review',
];

/** Returns the values that a client needs for a verification job, and a complete job as shell commands. */
export function describeFirstJob(): string {
  return [
    renderReferences(
      `- Pipeline slugs: ${pipelineSlugs.map((slug) => `\`${slug}\``).join(', ')}. {listPipelines} has the current list, with ` +
        'the accepted files and the required claims.',
    ),
    `- Verdicts:\n${listMeanings('assay.runs.v1.Verdict')}`,
    `- Meanings of \`confidence\`, as in \`confidenceMeaning\`:\n${listMeanings('assay.runs.v1.ConfidenceMeaning')}`,
    `- Report formats:\n${listMeanings('assay.runs.v1.ReportFormat')}`,
    '- Polling: read a file every 2 seconds until its enrichment has ended, and a run every 5 to 10 seconds.',
    '- Upload body: multipart/form-data with exactly one part `file`, which has a file name and a content type.',
    `\n\`\`\`sh\n${curlLines.join('\n')}\n\`\`\``,
  ].join('\n');
}

const curlLines = [
  `api() { curl -fsS -H "X-API-Key: $ASSAY_KEY" "$@"; }; base=https://assay.example.org/v2`,
  `project=$(api $base/projects -H 'Content-Type: application/json' -d '{"name":"First project"}' | jq -r .id)`,
  'file=$(api $base/projects/$project/files -F file=@photo.jpg | jq -r .id)',
  `until api $base/files/$file | jq -e '.enrichmentStatus | IN("completed", "failed")' >/dev/null; do sleep 2; done`,
  'body="{\\"pipelineSlug\\":\\"image-authenticity\\",\\"fileIds\\":[\\"$file\\"]}"',
  'runs=$base/projects/$project/verification-runs',
  `run=$(api $runs -H 'Content-Type: application/json' -d "$body" | jq -r .id)`,
  `until api $runs/$run | jq -e '.status | IN("completed", "failed")' >/dev/null; do sleep 5; done`,
  'api $runs/$run | jq "{verdict, confidence, confidenceMeaning, explanation, error}"',
  'api "$runs/$run/report?format=pdf" -o report.pdf',
];

function listMeanings(typeName: string): string {
  const desc = contract().getEnum(typeName);
  if (desc === undefined) throw new Error(`the contract has no enum ${typeName}`);
  return listValues(desc)
    .map(({ name, description }) => `  - \`${name}\`: ${description}`)
    .join('\n');
}
