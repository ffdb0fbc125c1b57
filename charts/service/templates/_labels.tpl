{{/* The labels by which a workload's pods are selected; they never change. */}}
{{- define "service.selectorLabels" -}}
app.kubernetes.io/name: {{ .chart }}
app.kubernetes.io/instance: {{ .release }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/*
The labels of a workload's pods: of the two dictionaries of a user, the first says more than the second, and neither may say
by what something is selected.
*/}}
{{- define "service.labels" -}}
{{- $workload := index . 0 -}}
{{- $selected := merge (include "service.selectorLabels" $workload | fromYaml) (dict "assay.dev/process" $workload.process) -}}
{{- with $workload.role }}{{ $_ := set $selected "assay.dev/role" . }}{{ end -}}
{{- $own := dict "app.kubernetes.io/part-of" $workload.chart "app.kubernetes.io/managed-by" $workload.managedBy "app.kubernetes.io/version" $workload.version -}}
{{- merge $selected (index . 1 | default dict) ($workload.commonLabels | default dict) $own | toYaml -}}
{{- end -}}

{{/* The metadata of an object of a workload: of this name, with its labels and the annotations of everything. */}}
{{- define "service.metadata" -}}
{{- $workload := index . 0 -}}
name: {{ index . 1 }}
namespace: {{ $workload.namespace }}
labels:
  {{- include "service.labels" (list $workload dict) | nindent 2 }}
  helm.sh/chart: {{ $workload.chartLabel }}
{{- with $workload.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
