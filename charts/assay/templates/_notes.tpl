{{/* What in the values does for trying things out alone, a line each; see deploy/docs/production.md. */}}
{{- define "assay.shortcomings" -}}
{{- if eq .Values.tls.mode "plaintext" }}
- tls.mode is plaintext: processes talk to each other unencrypted, unless the network encrypts by itself
{{- end }}
{{- if not .Values.network.policies }}
- network.policies is false: every pod of the cluster reaches every process
{{- end }}
{{- if lt (int .Values.settings.natsReplicas) 3 }}
- settings.natsReplicas is {{ int .Values.settings.natsReplicas | default 1 }}: a lost disk of NATS loses work under way
{{- end }}
{{- if not (or .Values.ingress.enabled .Values.httpRoute.enabled) }}
- neither ingress.enabled nor httpRoute.enabled: nobody outside the cluster reaches the gateway
{{- end }}
{{- if not .Values.monitoring.rules.enabled }}
- monitoring.rules.enabled is false: nobody is told when something fails
{{- end }}
{{- if not .Values.backup.enabled }}
- backup.enabled is false: nothing is saved
{{- end }}
{{- if ne (include "assay.setting" (list . dict (get .Values.services "billing" | default dict) dict "paymentProvider")) "stripe" }}
- settings.paymentProvider is not stripe: nobody can pay
{{- if not (include "assay.setting" (list . dict (get .Values.services "billing" | default dict) dict "welcomeCreditCents")) }}
- settings.welcomeCreditCents is not set either: nothing can be verified, and helm test fails
{{- end }}
{{- end }}
{{- range $process, $service := .Values.services }}
{{- if not ($service.image | default dict).digest }}
- services.{{ $process }}.image.digest is not set: a tag may be moved to another image
{{- end }}
{{- range $key, $role := $service.roles }}
{{- $options := include "assay.options" (list $ $service $role) | fromJson }}
{{- $isCounted := or $options.autoscaling.hpa.enabled $options.autoscaling.keda.enabled }}
{{- if lt (ternary $options.autoscaling.minReplicas $options.replicas $isCounted | int) 2 }}
- services.{{ $process }}.roles.{{ $key }} has one replica: it is away while its node is
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Where the API key lies that `helm test` uses; empty when no Secret is known to have one. */}}
{{- define "assay.testKey" -}}
{{- with .Values.test.apiKey -}}
{{- if .existingSecret -}}{{- dict "name" .existingSecret "key" .key | toJson -}}
{{- else -}}{{- omit (include "assay.firstKey" $ | fromJson) "optional" | toJson -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Where the API key of the first admin lies; empty when no Secret has one. */}}
{{- define "assay.firstKey" -}}
{{- $setting := get (include "assay.knownSettings" (list . "identity-org") | fromJson) "seedApiKey" -}}
{{- $service := get .Values.services "identity-org" | default dict -}}
{{- include "assay.secretReference" (list . (dict "process" "identity-org") $service "seedApiKey" $setting) -}}
{{- end -}}
