/** Content types whose bytes cannot be a page, whatever they are; for all others the bytes decide. */

const NOT_TEXT = new RegExp(
  [
    '^(?:image|audio|video|font|model|multipart)/',
    '^application/(?:zip|gzip|x-(?:gzip|tar|bzip2|xz|7z-compressed|rar-compressed|msdownload|shockwave-flash)|vnd\\.rar)$',
    '^application/(?:msword|rtf|epub\\+zip|java-archive|wasm|(?:x-)?javascript|json|ld\\+json|rss\\+xml|atom\\+xml)$',
    '^application/vnd\\.(?:ms-|openxmlformats|oasis|android|apple)',
    '^text/(?:css|javascript|calendar|csv)$',
  ].join('|'),
);

/** @param contentType the header's value; null and unknown types may be text */
export function mayBeText(contentType: string | null): boolean {
  const type = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  return !NOT_TEXT.test(type);
}
