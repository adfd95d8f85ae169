/** `12.3 MB` of 12,345,678 bytes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** `12.3 MB` of 12,897,485 bytes, below 1 MB `345 KB`: the units of the limits of files, 1 MB is 1,024 KB. */
export function formatFileSize(bytes: number): string {
	const kb = Math.max(1, Math.round(bytes / 1024))
	return kb < 1024 ? `${kb} KB` : `${Number((bytes / 1024 ** 2).toFixed(1))} MB`
}
