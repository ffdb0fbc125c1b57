package main

import (
	"context"
	"encoding/base64"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	filesv1 "assay.bench/go/gen/assay/files/v1"
)

// A files service that answers every GetFile with this response and checks nothing. It encodes the response anew for every call.
func newService(encoded string) (server, error) {
	bytes, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, err
	}
	answer := &filesv1.GetFileResponse{}
	if err := proto.Unmarshal(bytes, answer); err != nil {
		return nil, err
	}
	server := grpc.NewServer()
	filesv1.RegisterFilesServiceServer(server, &filesService{answer: answer})
	return server, nil
}

type filesService struct {
	filesv1.UnimplementedFilesServiceServer
	answer *filesv1.GetFileResponse
}

func (service *filesService) GetFile(context.Context, *filesv1.GetFileRequest) (*filesv1.GetFileResponse, error) {
	return service.answer, nil
}
