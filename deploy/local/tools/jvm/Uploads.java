import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Uploads in parts, as S3Proxy keeps them in the folder of their bucket: the metadata in one file named by the upload, and another one,
 * named by upload and object, beside the parts. It makes and removes them one after the other; where it was killed in between, an
 * object stays that belongs to nothing, or an upload is listed and cannot be aborted.
 */
final class Uploads {

    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    /** What S3Proxy writes lies beside its object until it is whole. */
    private static final Pattern UNFINISHED = Pattern.compile(".*-" + UUID);
    private static final String METADATA_PREFIX = ".s3proxy-mpu-stub-";
    private static final Pattern METADATA = Pattern.compile(Pattern.quote(METADATA_PREFIX) + "(" + UUID + ")");
    /** The name, of an empty file, before version 4. */
    private static final Pattern OLD_METADATA = Pattern.compile("(" + UUID + ")");
    private static final Pattern PARTS = Pattern.compile("\\.mpus-(" + UUID + ")-.*", Pattern.DOTALL);
    private static final String STUB = "-stub";

    private final Path bucket;

    private Uploads(Path bucket) {
        this.bucket = bucket;
    }

    static String stubName(String id, String key) {
        return ".mpus-" + id + "-" + key + STUB;
    }

    /** Removes what a server that was killed left behind in the buckets of a folder. */
    static void tidy(Path folder) throws IOException {
        for (Path bucket : children(folder)) {
            if (Files.isDirectory(bucket)) new Uploads(bucket).tidy();
        }
    }

    private void tidy() throws IOException {
        for (Path file : files(bucket)) {
            String name = file.getFileName().toString();
            if (UNFINISHED.matcher(name).matches() && !METADATA.matcher(name).matches()) Files.delete(file);
        }
        Set<String> named = idsOf(PARTS);
        for (String id : idsOf(OLD_METADATA)) {
            Path file = bucket.resolve(id);
            if (Files.size(file) > 0) continue;
            if (named.contains(id)) Files.move(file, metadataOf(id));
            else Files.delete(file);
        }
        Set<String> gone = idsOf(METADATA);
        for (String id : idsOf(PARTS)) {
            List<Path> parts = children(bucket).stream().filter(path -> id.equals(idOf(PARTS, path))).toList();
            if (gone.contains(id) && isOpen(parts, id)) {
                gone.remove(id);
                continue;
            }
            for (Path path : parts) remove(path);
        }
        for (String id : gone) Files.delete(metadataOf(id));
    }

    private Path metadataOf(String id) {
        return bucket.resolve(METADATA_PREFIX + id);
    }

    /** Of the uploads that a file or folder of the bucket is named by in this way. */
    private Set<String> idsOf(Pattern naming) throws IOException {
        Set<String> ids = new HashSet<>();
        for (Path path : children(bucket)) {
            String id = idOf(naming, path);
            if (id != null) ids.add(id);
        }
        return ids;
    }

    private static String idOf(Pattern naming, Path path) {
        Matcher match = naming.matcher(path.getFileName().toString());
        return match.matches() ? match.group(1) : null;
    }

    /** Whether an upload is to be known still: it was begun to its end, and has not become an object. */
    private boolean isOpen(List<Path> parts, String id) throws IOException {
        String prefix = ".mpus-" + id + "-";
        for (Path path : parts) {
            for (Path file : files(path)) {
                String name = bucket.relativize(file).toString();
                if (!name.endsWith(STUB)) continue;
                String key = name.substring(prefix.length(), name.length() - STUB.length());
                return !isMadeOfPartsSince(bucket.resolve(key), file);
            }
        }
        return false;
    }

    /** Whether an object was put together from parts after a file was written. */
    private static boolean isMadeOfPartsSince(Path object, Path file) throws IOException {
        if (!Files.isRegularFile(object)) return false;
        if (Files.getLastModifiedTime(object).compareTo(Files.getLastModifiedTime(file)) < 0) return false;
        UserDefinedFileAttributeView view =
                Files.getFileAttributeView(object, UserDefinedFileAttributeView.class);
        String attribute = "user.content-md5";
        // The hash of an object that came in one piece; of others it is text, with the number of parts.
        return view != null && view.list().contains(attribute) && view.size(attribute) != 16;
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.toList();
        }
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(Files::isRegularFile).toList();
        }
    }

    private static void remove(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
