{{/* The labels by which a workload's pods are selected; they never change. */}}
{{- define "service.selectorLabels" -}}
app.kubernetes.io/name: {{ .chart }}
app.kubernetes.io/instance: {{ .release }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* The labels of everything that belongs to a workload. */}}
{{- define "service.labels" -}}
{{ include "service.selectorLabels" . }}
app.kubernetes.io/part-of: {{ .chart }}
app.kubernetes.io/managed-by: {{ .managedBy }}
app.kubernetes.io/version: {{ .version | quote }}
assay.dev/process: {{ .process }}
{{- with .role }}
assay.dev/role: {{ . }}
{{- end }}
{{- with .commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The metadata of an object of a workload: of this name, with its labels and the annotations of everything. */}}
{{- define "service.metadata" -}}
{{- $workload := index . 0 -}}
name: {{ index . 1 }}
namespace: {{ $workload.namespace }}
labels:
  {{- include "service.labels" $workload | nindent 2 }}
{{- with $workload.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
