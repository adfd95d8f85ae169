/** `12.3 MB` of 12,345,678 bytes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
