{{/*
Puts the second dictionary over the first, which is changed: dictionaries are merged, anything else is replaced, also by
false, 0, '' and [], and null takes a value away.
*/}}
{{- define "service.overlay" -}}
{{- $onto := index . 0 -}}
{{- range $key, $value := index . 1 -}}
{{- if kindIs "invalid" $value -}}
{{- $_ := unset $onto $key -}}
{{- else if and (kindIs "map" $value) (kindIs "map" (get $onto $key)) -}}
{{- include "service.overlay" (list (get $onto $key) $value) -}}
{{- else -}}
{{- $_ := set $onto $key (deepCopy $value) -}}
{{- end -}}
{{- end -}}
{{- end -}}
