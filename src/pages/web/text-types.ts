/** Content types whose bytes cannot be a page; with all others the bytes decide, when they are extracted. */

const NOT_TEXT =
  /^(?:(?:image|audio|video|font|model)\/|application\/(?:zip|gzip|java-archive|epub\+zip|msword|x-(?:gzip|tar|bzip2|xz|7z-compressed|rar-compressed|msdownload)|vnd\.(?:rar|ms-|openxmlformats|oasis|android)))/;

/** @param contentType the header's value; null and unknown types may be text */
export function mayBeText(contentType: string | null): boolean {
  return !NOT_TEXT.test(contentType?.trim().toLowerCase() ?? '');
}
