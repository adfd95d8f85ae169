/** `12.3 MB` of 12,345,678 bytes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** `12.3 MB`, below a million bytes `345 KB`, as phones and computers show sizes of files. */
export const formatFileSize = (bytes: number): string =>
	bytes >= 1_000_000 ? formatMegabytes(bytes) : `${Math.max(1, Math.round(bytes / 1_000))} KB`
