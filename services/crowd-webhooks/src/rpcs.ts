import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { WebhookEventTypesServiceService } from '@assay/proto/webhooks/v1/webhook_event_types_service';
import type { Deps } from './deps.ts';
import { projectWebhooksRpcs } from './rpc/project-webhooks.ts';
import { surveyTemplatesRpcs } from './rpc/survey-templates.ts';
import { webhookEventTypesRpcs } from './rpc/webhook-event-types.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(ProjectWebhooksServiceService, deps, projectWebhooksRpcs),
    serve(WebhookEventTypesServiceService, deps, webhookEventTypesRpcs),
    serve(SurveyTemplatesServiceService, deps, surveyTemplatesRpcs),
  ];
}
