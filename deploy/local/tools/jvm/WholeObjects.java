import com.google.common.hash.HashCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.KeyNotFoundException;
import org.gaul.s3proxy.blobstore.domain.Blob;
import org.gaul.s3proxy.blobstore.domain.BlobMetadata;
import org.gaul.s3proxy.blobstore.domain.MultipartPart;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.gaul.s3proxy.blobstore.domain.PageSet;
import org.gaul.s3proxy.blobstore.domain.StorageMetadata;
import org.gaul.s3proxy.blobstore.options.CopyOptions;
import org.gaul.s3proxy.blobstore.options.ListContainerOptions;
import org.gaul.s3proxy.blobstore.options.PutOptions;

/**
 * Changes the folder one request at a time, each once all of its body has arrived. S3Proxy writes what arrives beside its object, makes
 * and removes folders on the way, and ends a list where a file goes meanwhile: so a list was short or named what was no object, a
 * write failed whose folder another request removed, and a part that ended after its upload stayed.
 */
final class WholeObjects extends ForwardingBlobStore {

    private final Path arriving;

    /** What has not arrived yet is in the second folder, on the same disk. */
    WholeObjects(BlobStore folder, Path arriving) {
        super(folder);
        this.arriving = arriving;
    }

    @Override
    public String putBlob(String container, Blob blob, PutOptions options) {
        return onceArrived(blob.getPayload(), body -> put(container, blob.toBuilder().payload(body).build(), options));
    }

    private synchronized String put(String container, Blob blob, PutOptions options) {
        return super.putBlob(container, blob, options);
    }

    @Override
    public MultipartPart uploadMultipartPart(
            MultipartUpload upload, int number, InputStream body, long length, HashCode md5) {
        return onceArrived(body, arrived -> putPart(upload, number, arrived, length, md5));
    }

    private synchronized MultipartPart putPart(
            MultipartUpload upload, int number, InputStream body, long length, HashCode md5) {
        String name = Uploads.stubName(upload.id(), upload.blobName());
        if (!blobExists(upload.containerName(), name)) {
            throw new KeyNotFoundException(upload.containerName(), upload.blobName(), "its upload has ended");
        }
        return super.uploadMultipartPart(upload, number, body, length, md5);
    }

    @Override
    public synchronized PageSet<? extends StorageMetadata> list(String container, ListContainerOptions options) {
        return super.list(container, options);
    }

    @Override
    public synchronized String copyBlob(
            String fromContainer, String fromName, String toContainer, String toName, CopyOptions options) {
        return super.copyBlob(fromContainer, fromName, toContainer, toName, options);
    }

    @Override
    public synchronized void removeBlob(String container, String name) {
        super.removeBlob(container, name);
    }

    @Override
    public synchronized void removeBlobs(String container, Iterable<String> names) {
        super.removeBlobs(container, names);
    }

    @Override
    public synchronized MultipartUpload initiateMultipartUpload(
            String container, BlobMetadata metadata, PutOptions options) {
        return super.initiateMultipartUpload(container, metadata, options);
    }

    @Override
    public synchronized void abortMultipartUpload(MultipartUpload upload) {
        super.abortMultipartUpload(upload);
    }

    @Override
    public synchronized String completeMultipartUpload(MultipartUpload upload, List<MultipartPart> parts) {
        return super.completeMultipartUpload(upload, parts);
    }

    @Override
    public synchronized List<MultipartPart> listMultipartUpload(MultipartUpload upload) {
        return super.listMultipartUpload(upload);
    }

    @Override
    public synchronized List<MultipartUpload> listMultipartUploads(String container) {
        return super.listMultipartUploads(container);
    }

    /** Of a body that breaks off nothing is passed on. */
    private <T> T onceArrived(InputStream body, Function<InputStream, T> store) {
        try {
            Path file = Files.createTempFile(arriving, "body-", null);
            try {
                Files.copy(body, file, StandardCopyOption.REPLACE_EXISTING);
                try (InputStream whole = Files.newInputStream(file)) {
                    return store.apply(whole);
                }
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
