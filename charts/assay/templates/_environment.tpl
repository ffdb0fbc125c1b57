{{/* The settings a process knows, by their names in values: `{variable, secret, required, byChart}`. */}}
{{- define "assay.knownSettings" -}}
{{- $root := index . 0 -}}
{{- get ($root.Files.Get "files/settings.json" | fromJson) (index . 1) | default dict | toJson -}}
{{- end -}}

{{/* A setting's value as a variable holds it: of the role, of the service, or of all; empty when none says it. */}}
{{- define "assay.setting" -}}
{{- $root := index . 0 -}}{{- $name := index . 4 -}}
{{- $settings := deepCopy $root.Values.settings -}}
{{- include "service.overlay" (list $settings ((index . 2).settings | default dict)) -}}
{{- include "service.overlay" (list $settings ((index . 3).settings | default dict)) -}}
{{- if hasKey $settings $name -}}{{- include "assay.asText" (get $settings $name) -}}{{- end -}}
{{- end -}}

{{- define "assay.asText" -}}
{{- if kindIs "string" . -}}{{- . -}}
{{- else if kindIs "slice" . -}}{{- join "," . -}}
{{- else -}}{{- toJson . -}}
{{- end -}}
{{- end -}}

{{/* The whole environment of a workload: what the chart decides, settings, and credentials by reference. */}}
{{- define "assay.environment" -}}
{{- $root := index . 0 -}}{{- $workload := index . 1 -}}{{- $service := index . 2 -}}{{- $role := index . 3 -}}
{{- $known := include "assay.knownSettings" (list $root $workload.process) | fromJson -}}
{{- $variables := dict -}}
{{- include "assay.decided" (list $root $workload $role $variables) -}}
{{- $env := list -}}
{{- range $name := keys $known | sortAlpha -}}
{{- $setting := get $known $name -}}
{{- if $setting.secret -}}
{{- $reference := include "assay.secretReference" (list $root $workload $service $name $setting) | fromJson -}}
{{- if $reference -}}{{- $env = append $env (dict "name" $setting.variable "valueFrom" (dict "secretKeyRef" $reference)) -}}{{- end -}}
{{- else if hasKey $variables $setting.variable -}}
{{- $env = append $env (dict "name" $setting.variable "value" (get $variables $setting.variable)) -}}
{{- else -}}
{{- with include "assay.setting" (list $root $workload $service $role $name) -}}
{{- $env = append $env (dict "name" $setting.variable "value" .) -}}
{{- else -}}
{{- if $setting.required -}}{{- fail (printf "settings.%s is missing: %s needs %s" $name $workload.process $setting.variable) -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $root.Values.caBundle.existingConfigMap -}}
{{- $env = append $env (dict "name" "NODE_EXTRA_CA_CERTS" "value" (printf "/etc/assay/ca/%s" $root.Values.caBundle.key)) -}}
{{- end -}}
{{- $_ := set $workload "env" $env -}}
{{- end -}}

{{/* Fills the dictionary with the variables that the chart alone decides. */}}
{{- define "assay.decided" -}}
{{- $root := index . 0 -}}{{- $workload := index . 1 -}}{{- $role := index . 2 -}}{{- $variables := index . 3 -}}
{{- $fullname := include "assay.fullname" $root -}}
{{- range $workload.ports -}}
{{- $_ := set $variables (printf "%s_HOST" (upper .name)) "0.0.0.0" -}}
{{- $_ := set $variables (printf "%s_PORT" (upper .name)) (toString .port) -}}
{{- end -}}
{{- with $workload.role -}}{{- $_ := set $variables "ROLES" . -}}{{- end -}}
{{- with $role.enrichmentKinds -}}{{- $_ := set $variables "ENRICHMENT_KINDS" (join "," .) -}}{{- end -}}
{{- $_ := set $variables "MONGODB_DATABASE" (printf "%s_%s" $root.Values.databasePrefix (snakecase $workload.process)) -}}
{{- $_ := set $variables "ENRICHMENT_TEMP_DIR" "/tmp/enrichment" -}}
{{- $_ := set $variables "CLEANING_TEMP_DIR" "/tmp/cleaning" -}}
{{- $isPlain := eq $root.Values.tls.mode "plaintext" -}}
{{- range include "assay.calls" (list $root $workload) | fromJsonArray -}}
{{- $port := include "assay.listenerPort" .port -}}
{{- $address := printf "%s-%s:%s" $fullname .callee $port -}}
{{- if ne .port "grpc" -}}
{{- $address = printf "%s://%s-%s-%s:%s" (ternary "http" "https" $isPlain) $fullname .callee .port $port -}}
{{- end -}}
{{- $_ := set $variables .variable $address -}}
{{- end -}}
{{- if $isPlain -}}
{{- $_ := set $variables "GRPC_PLAINTEXT" "anywhere" -}}
{{- else if $workload.serves -}}
{{- $_ := set $variables "TLS_CA_FILE" "/etc/assay/tls/ca.crt" -}}
{{- $_ := set $variables "TLS_CERTIFICATE_FILE" "/etc/assay/tls/tls.crt" -}}
{{- $_ := set $variables "TLS_KEY_FILE" "/etc/assay/tls/tls.key" -}}
{{- end -}}
{{- end -}}

{{/*
Where a credential lies: as the service or all services name it, else in the Secret of the platform, where one that is not
required may be absent. Empty when nothing names it.
*/}}
{{- define "assay.secretReference" -}}
{{- $root := index . 0 -}}{{- $workload := index . 1 -}}{{- $service := index . 2 -}}{{- $name := index . 3 -}}{{- $setting := index . 4 -}}
{{- $named := get ($service.secrets | default dict) $name | default (get $root.Values.secrets $name) -}}
{{- $key := $setting.variable -}}
{{- if $setting.perProcess -}}{{- $key = printf "%s.%s" $workload.process $key -}}{{- end -}}
{{- if $named -}}
{{- $secret := $named.existingSecret | default $root.Values.existingSecret -}}
{{- if not $secret -}}{{- fail (printf "secrets.%s.existingSecret is missing: name the Secret that holds %s" $name $setting.variable) -}}{{- end -}}
{{- dict "name" $secret "key" ($named.key | default $key) | toJson -}}
{{- else if $root.Values.existingSecret -}}
{{- $reference := dict "name" $root.Values.existingSecret "key" $key -}}
{{- if not $setting.required -}}{{- $_ := set $reference "optional" true -}}{{- end -}}
{{- toJson $reference -}}
{{- else if $setting.required -}}
{{- fail (printf "existingSecret is missing: name the Secret with the platform’s credentials, or %s by secrets.%s" $setting.variable $name) -}}
{{- else -}}{}
{{- end -}}
{{- end -}}
