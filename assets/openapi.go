package assets

import _ "embed" // files are built in

// OpenAPI is the OpenAPI 3.1 description of the HTTP interface, in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte
