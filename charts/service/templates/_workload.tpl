{{/* One workload in one role: its Deployment, what counts its replicas, and what keeps some of them. */}}
{{- define "service.workload" }}
---
{{ include "service.deployment" . }}
{{- include "service.autoscaling" . }}
{{- include "service.disruption" . }}
{{- end -}}

{{- define "service.deployment" -}}
{{- $isCounted := or .options.autoscaling.hpa.enabled .options.autoscaling.keda.enabled -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "service.metadata" (list . .name) | nindent 2 }}
spec:
  {{- if not $isCounted }}
  replicas: {{ int .options.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: {{ max 600 (add (int .options.startupSeconds) 300) }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "service.selectorLabels" . | nindent 6 }}
  template:
    {{- include "service.pod" . | nindent 4 }}
{{- end -}}

{{/* The account of a process, which has no token and no rights. */}}
{{- define "service.account" }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "service.metadata" (list . .account) | nindent 2 }}
automountServiceAccountToken: false
{{- end -}}
