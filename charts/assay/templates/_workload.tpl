{{/* The beginning of every object's name. */}}
{{- define "assay.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | replace "." "-" | trunc 35 | trimSuffix "-" -}}
{{- end -}}

{{/* The table of processes: what each listens on and needs. */}}
{{- define "assay.processes" -}}
{{- .Files.Get "files/processes.json" -}}
{{- end -}}

{{/* Resolves one role of one service: fills the dictionary with what the chart `service` renders. */}}
{{- define "assay.resolve" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}{{- $key := index . 2 -}}{{- $workload := index . 3 -}}
{{- $service := get $root.Values.services $process -}}
{{- $role := get $service.roles $key | default dict -}}
{{- $fullname := include "assay.fullname" $root -}}
{{- include "assay.identity" (list $root $process $workload) -}}
{{- $_ := set $workload "options" (include "assay.options" (list $root $service $role) | fromJson) -}}
{{- $_ := set $workload "key" $key -}}
{{- $_ := set $workload "role" ($role.role | default $key) -}}
{{- $_ := set $workload "component" (printf "%s-%s" $process $key) -}}
{{- $_ := set $workload "name" (printf "%s-%s-%s" $fullname $process $key) -}}
{{- $_ := set $workload "serves" true -}}
{{- $_ := set $workload "keda" $root.Values.keda -}}
{{- $_ := set $workload "natsNamespace" (include "assay.setting" (list $root $workload $service $role "natsNamespace")) -}}
{{- include "assay.ports" (list $root $workload) -}}
{{- include "assay.mounts" (list $root $workload) -}}
{{- include "assay.environment" (list $root $workload $service $role) -}}
{{- include "assay.grace" (list $root $workload $service $role) -}}
{{- end -}}

{{/* What holds of a workload: what all have, under what its service says, under what its role says. */}}
{{- define "assay.options" -}}
{{- $options := deepCopy (index . 0).Values.defaults -}}
{{- include "service.overlay" (list $options (omit (index . 1) "image" "settings" "secrets" "roles")) -}}
{{- include "service.overlay" (list $options (omit (index . 2 | default dict) "role" "enrichmentKinds" "settings")) -}}
{{- toJson $options -}}
{{- end -}}

{{/* What all roles of a process have in common. */}}
{{- define "assay.identity" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}{{- $workload := index . 2 -}}
{{- $processes := include "assay.processes" $root | fromJson -}}
{{- if not (hasKey $processes $process) -}}
{{- fail (printf "services.%s: there is no such process, only %s" $process (keys $processes | sortAlpha | join ", ")) -}}
{{- end -}}
{{- $service := get $root.Values.services $process -}}
{{- $fullname := include "assay.fullname" $root -}}
{{- $_ := set $workload "entry" (get $processes $process) -}}
{{- $_ := set $workload "chart" $root.Chart.Name -}}
{{- $_ := set $workload "release" $root.Release.Name -}}
{{- $_ := set $workload "managedBy" $root.Release.Service -}}
{{- $_ := set $workload "version" (include "assay.labelText" $root.Chart.AppVersion) -}}
{{- $_ := set $workload "chartLabel" (include "assay.chartLabel" $root) -}}
{{- $_ := set $workload "namespace" $root.Release.Namespace -}}
{{- $_ := set $workload "commonLabels" $root.Values.commonLabels -}}
{{- $_ := set $workload "commonAnnotations" $root.Values.commonAnnotations -}}
{{- $_ := set $workload "process" $process -}}
{{- $_ := set $workload "component" $process -}}
{{- $_ := set $workload "base" (printf "%s-%s" $fullname $process) -}}
{{- $_ := set $workload "account" (printf "%s-%s" $fullname $process) -}}
{{- $_ := set $workload "pullSecrets" $root.Values.image.pullSecrets -}}
{{- $_ := set $workload "pullPolicy" $root.Values.image.pullPolicy -}}
{{- $_ := set $workload "image" (include "assay.image" (list $root $process)) -}}
{{- end -}}

{{/* The image of a process; a digest is what runs, whatever tag stands before it. */}}
{{- define "assay.image" -}}
{{- $root := index . 0 -}}{{- $process := index . 1 -}}
{{- $own := (get $root.Values.services $process).image | default dict -}}
{{- $registry := $own.registry | default $root.Values.image.registry -}}
{{- $repository := $own.repository | default (printf "%s/%s" $root.Values.image.repository $process) -}}
{{- $tag := $own.tag | default $root.Values.image.tag | default $root.Chart.AppVersion -}}
{{- with $registry }}{{ . }}/{{ end }}{{ $repository }}:{{ $tag }}{{ with $own.digest }}@{{ . }}{{ end }}
{{- end -}}

{{/* What a workload listens on: its admin port, and in role api gRPC and the listeners of its own. */}}
{{- define "assay.ports" -}}
{{- $workload := index . 1 -}}
{{- $ports := list (dict "name" "admin" "port" 9090) -}}
{{- if eq $workload.role "api" -}}
{{- if $workload.entry.serves -}}{{- $ports = append $ports (dict "name" "grpc" "port" 50051) -}}{{- end -}}
{{- range $workload.entry.listeners -}}{{- $ports = append $ports (dict "name" . "port" (include "assay.listenerPort" . | int)) -}}{{- end -}}
{{- end -}}
{{- $_ := set $workload "ports" $ports -}}
{{- end -}}

{{- define "assay.listenerPort" -}}
{{- get (dict "admin" 9090 "grpc" 50051 "http" 8080 "upload" 8081 "endpoint" 8082) . -}}
{{- end -}}

{{/* The files a workload reads: certificates, and the authorities of other servers. */}}
{{- define "assay.mounts" -}}
{{- $root := index . 0 -}}{{- $workload := index . 1 -}}
{{- $mounts := list -}}
{{- if and $workload.serves (ne $root.Values.tls.mode "plaintext") -}}
{{- $secret := $root.Values.tls.existingSecret -}}
{{- if eq $root.Values.tls.mode "cert-manager" -}}{{- $secret = printf "%s-tls" $workload.base -}}{{- end -}}
{{- $mounts = append $mounts (dict "name" "tls" "path" "/etc/assay/tls" "source" (dict "secret" (dict "secretName" $secret))) -}}
{{- end -}}
{{- with $root.Values.caBundle.existingConfigMap -}}
{{- $mounts = append $mounts (dict "name" "ca-bundle" "path" "/etc/assay/ca" "source" (dict "configMap" (dict "name" .))) -}}
{{- end -}}
{{- $_ := set $workload "mounts" $mounts -}}
{{- end -}}

{{/*
How long a pod has to stop: the pause before SIGTERM, what the process takes at most (`longestStopMs` of the chassis), which is
for what takes uploads the longest one may take, and a little for the container itself.
*/}}
{{- define "assay.grace" -}}
{{- $root := index . 0 -}}{{- $workload := index . 1 -}}{{- $service := index . 2 -}}{{- $role := index . 3 -}}
{{- $times := $root.Files.Get "files/stop-times.json" | fromJson -}}
{{- $milliseconds := dict -}}
{{- range $name := list "shutdownDelayMs" "callDrainTimeoutMs" "uploadTimeoutMs" "uploadDrainTimeoutMs" "shutdownTimeoutMs" -}}
{{- $given := include "assay.setting" (list $root $workload $service $role $name) -}}
{{- if $given -}}{{- $_ := set $milliseconds $name (int64 $given) -}}
{{- else if hasKey $times $name -}}{{- $_ := set $milliseconds $name (int64 (get $times $name)) -}}
{{- end -}}
{{- end -}}
{{- $answers := $milliseconds.callDrainTimeoutMs -}}
{{- if and $workload.entry.listeners (eq $workload.role "api") -}}
{{- $uploads := $milliseconds.uploadTimeoutMs -}}
{{- if hasKey $milliseconds "uploadDrainTimeoutMs" -}}{{- $uploads = $milliseconds.uploadDrainTimeoutMs -}}{{- end -}}
{{- $answers = max $answers (add $uploads (int64 $times.refusalMs)) -}}
{{- end -}}
{{- $stop := add $milliseconds.shutdownDelayMs $answers (int64 $times.restMs) -}}
{{- if hasKey $milliseconds "shutdownTimeoutMs" -}}{{- $stop = min $stop $milliseconds.shutdownTimeoutMs -}}{{- end -}}
{{- $needed := add (int $workload.options.preStopSeconds) (div (add $stop 999) 1000) 5 -}}
{{- $given := int64 $workload.options.terminationGracePeriodSeconds -}}
{{- if and $given (lt $given $needed) -}}
{{- fail (printf "services.%s.roles.%s: terminationGracePeriodSeconds %d is shorter than stopping takes, %d: preStopSeconds, shutdownDelayMs, callDrainTimeoutMs or for uploads uploadTimeoutMs, the closing steps, and 5" $workload.process $workload.key $given $needed) -}}
{{- end -}}
{{- $_ := set $workload "graceSeconds" ($given | default $needed) -}}
{{- end -}}
