{{/* The labels of all pods of the platform, and of those of one process. */}}
{{- define "assay.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "assay.processLabels" -}}
{{ include "assay.selectorLabels" (index . 0) }}
assay.dev/process: {{ index . 1 }}
{{- end -}}

{{/* The metadata of an object of the platform as a whole, with this name. */}}
{{- define "assay.metadata" -}}
{{- $root := index . 0 -}}
name: {{ index . 1 }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "assay.labels" $root | nindent 2 }}
{{- with $root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "assay.labels" -}}
{{ include "assay.selectorLabels" . }}
app.kubernetes.io/part-of: {{ .Chart.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "assay.toDns" -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
  {{- with .Values.network.dnsTo }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* To one of the servers that users bring. */}}
{{- define "assay.toServer" -}}
{{- $server := get (index . 0).Values.network.servers (index . 1) -}}
- ports:
    {{- range $server.ports }}
    - port: {{ int . }}
    {{- end }}
  {{- with $server.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* The table of who reaches whom. */}}
{{- define "assay.edges" -}}
{{- .Files.Get "files/network.yaml" | fromYamlArray | toJson -}}
{{- end -}}

{{/* The edges by which a workload calls other processes in its role. */}}
{{- define "assay.calls" -}}
{{- $workload := index . 1 -}}
{{- $calls := list -}}
{{- range include "assay.edges" (index . 0) | fromJsonArray -}}
{{- if and .port (eq .caller $workload.process) (has .role (list nil $workload.role)) -}}{{- $calls = append $calls . -}}{{- end -}}
{{- end -}}
{{- toJson $calls -}}
{{- end -}}

{{/* To one process of the platform. */}}
{{- define "assay.toProcess" -}}
{{- $edge := index . 1 -}}
- ports:
    - port: {{ include "assay.listenerPort" $edge.port }}
  to:
    - podSelector:
        matchLabels:
          {{- include "assay.processLabels" (list (index . 0) $edge.callee) | nindent 10 }}
{{- end -}}

{{/* Whether an edge of the table is there with these values: empty when it is not. */}}
{{- define "assay.isUsed" -}}
{{- $edge := index . 2 -}}
{{- if not $edge.when -}}true
{{- else -}}
{{- $given := include "assay.setting" (list (index . 0) dict (index . 1) dict $edge.when.setting) -}}
{{- if and $given (or (not $edge.when.is) (eq $given $edge.when.is)) -}}true{{- end -}}
{{- end -}}
{{- end -}}
