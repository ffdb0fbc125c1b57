import com.google.common.hash.HashCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.domain.Blob;
import org.jclouds.blobstore.domain.MultipartPart;
import org.jclouds.blobstore.domain.MultipartUpload;
import org.jclouds.blobstore.options.PutOptions;
import org.jclouds.blobstore.util.ForwardingBlobStore;
import org.jclouds.io.MutableContentMetadata;
import org.jclouds.io.Payload;
import org.jclouds.io.Payloads;

/**
 * Discards what was written of a body that breaks off, which S3Proxy leaves in the folder, and cannot list the folder any more. It does
 * discard a body that is not the one it was announced as: so that is what a broken one is said to be.
 */
final class WholeObjects extends ForwardingBlobStore {

    private static final HashCode OF_NOTHING = HashCode.fromBytes(new byte[16]);

    WholeObjects(BlobStore folder) {
        super(folder);
    }

    @Override
    public String putBlob(String container, Blob blob) {
        return putBlob(container, blob, new PutOptions());
    }

    @Override
    public String putBlob(String container, Blob blob, PutOptions options) {
        blob.setPayload(wholeOrNothing(blob.getPayload()));
        return super.putBlob(container, blob, options);
    }

    @Override
    public MultipartPart uploadMultipartPart(MultipartUpload upload, int number, Payload payload) {
        return super.uploadMultipartPart(upload, number, wholeOrNothing(payload));
    }

    private static Payload wholeOrNothing(Payload payload) {
        MutableContentMetadata metadata = payload.getContentMetadata();
        try {
            Payload whole = Payloads.newInputStreamPayload(new Body(payload.openStream(), metadata));
            whole.setContentMetadata(metadata);
            return whole;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    private static final class Body extends FilterInputStream {

        private final MutableContentMetadata metadata;

        Body(InputStream body, MutableContentMetadata metadata) {
            super(body);
            this.metadata = metadata;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            try {
                return super.read(bytes, offset, length);
            } catch (IOException brokenOff) {
                metadata.setContentMD5(OF_NOTHING);
                return -1;
            }
        }
    }
}
