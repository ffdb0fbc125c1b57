{{/* The labels of all pods of the platform, and of those of one process. */}}
{{- define "assay.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "assay.processLabels" -}}
{{ include "assay.selectorLabels" (index . 0) }}
assay.dev/process: {{ index . 1 }}
{{- end -}}

{{/*
The metadata of an object of the platform as a whole, with this name, and with the labels and annotations of a third argument,
which say more than those of everything.
*/}}
{{- define "assay.metadata" -}}
{{- $root := index . 0 -}}
{{- $more := dict -}}
{{- if gt (len .) 2 }}{{ $more = index . 2 }}{{ end -}}
name: {{ index . 1 }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "assay.labels" (list $root $more.labels) | nindent 2 }}
{{- with merge (dict) ($more.annotations | default dict) ($root.Values.commonAnnotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "assay.labels" -}}
{{- $root := index . 0 -}}
{{- $selected := include "assay.selectorLabels" $root | fromYaml -}}
{{- $own := dict "app.kubernetes.io/part-of" $root.Chart.Name "app.kubernetes.io/managed-by" $root.Release.Service "app.kubernetes.io/version" (include "assay.labelText" $root.Chart.AppVersion) "helm.sh/chart" (include "assay.chartLabel" $root) -}}
{{- merge $selected (index . 1 | default dict) ($root.Values.commonLabels | default dict) $own | toYaml -}}
{{- end -}}

{{- define "assay.chartLabel" -}}
{{- include "assay.labelText" (printf "%s-%s" .Chart.Name .Chart.Version) -}}
{{- end -}}

{{/* A version as the value of a label, which takes no plus sign. */}}
{{- define "assay.labelText" -}}
{{- . | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The metadata of a hook of Helm with this name, for these events and in this order, and when it is deleted: an uninstallation leaves it. */}}
{{- define "assay.hook" -}}
{{- $annotations := dict "helm.sh/hook" (index . 2) "helm.sh/hook-weight" (index . 3 | toString) "helm.sh/hook-delete-policy" (index . 4) -}}
{{- include "assay.metadata" (list (index . 0) (index . 1) (dict "annotations" $annotations)) -}}
{{- end -}}
