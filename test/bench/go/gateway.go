package main

import (
	"context"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	filesv1 "assay.bench/go/gen/assay/files/v1"
)

// grpc-gateway before the files service at the address. It passes the caller's Authorization header on, so the caller
// brings the internal token.
func newGateway(address string) (server, error) {
	mux := runtime.NewServeMux()
	options := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	if err := filesv1.RegisterFilesServiceHandlerFromEndpoint(context.Background(), mux, address, options); err != nil {
		return nil, err
	}
	return &http.Server{Handler: mux}, nil
}
