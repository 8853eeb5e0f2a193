import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import {
  checkPath,
  FILE_BYTES,
  type FileEntry,
  fileError,
  isGenerated,
  LISTED_FILES,
  textOf,
  tooLarge,
  type WritableWorkspace,
} from '../define/workspace.ts';

export const openS3Workspace = (config: S3ClientConfig, bucket: string, prefix: string): WritableWorkspace =>
  s3Workspace(new S3Client(config), bucket, prefix);

/** The objects below a prefix of a bucket; a key that could not be a path of a file is no file. */
export function s3Workspace(client: S3Client, bucket: string, prefix: string): WritableWorkspace {
  const keyOf = (name: string) => `${prefix}/${name}`;
  return {
    async list(under, after) {
      if (under) checkPath(under);
      const files: FileEntry[] = [];
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: under ? `${keyOf(under)}/` : `${prefix}/`,
            ...(after === undefined ? {} : { StartAfter: keyOf(after) }),
            ...(next ? { ContinuationToken: next } : {}),
          }),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const path = Key.slice(prefix.length + 1);
          if (path === '' || path.endsWith('/') || isGenerated(path)) continue;
          if (files.length === LISTED_FILES) return { files, more: true };
          files.push({ path, bytes: Size });
        }
        next = page.NextContinuationToken;
      } while (next);
      if (under && files.length === 0 && after === undefined)
        throw fileError('NO_SUCH_FILE', under, 'does not exist');
      return { files, more: false };
    },

    async read(name) {
      checkPath(name);
      const object = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }))
        .catch((error: unknown) => {
          throw error instanceof NoSuchKey ? fileError('NO_SUCH_FILE', name, 'does not exist') : error;
        });
      const bytes = object.ContentLength ?? 0;
      if (bytes > FILE_BYTES || !object.Body) {
        (object.Body as { destroy?: () => void } | undefined)?.destroy?.();
        throw tooLarge(name, bytes);
      }
      return textOf(await object.Body.transformToByteArray(), name);
    },

    async write(name, text) {
      checkPath(name);
      const body = Buffer.from(text);
      if (body.length > FILE_BYTES) throw tooLarge(name, body.length);
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: keyOf(name),
          Body: body,
          ContentType: 'text/plain; charset=utf-8',
        }),
      );
    },
  };
}
