import {
	type LinkRoute,
	type MeetingLink,
	parseScannedCode,
	parseShortLink,
	readLinkAddress,
	resolveLink,
} from '../../features/joining/index.ts'

// Loaded on demand: the landing is shown without the joining feature.

/** The route a short link leads to. */
export function resolveShortLink(search: Record<string, string | undefined>, hash: string) {
	const { meetingId, pwd, publicScan } = readLinkAddress(search, hash)
	return resolveLink(parseShortLink({ ...(meetingId && { meetingId }), ...(pwd && { pwd }) }), { publicScan })
}

/** The route a scanned code leads to; undefined for a code that is no meeting link. */
export async function resolveScannedCode(
	code: string | MeetingLink,
	publicScan?: string,
): Promise<LinkRoute | undefined> {
	const link = typeof code === 'string' ? parseScannedCode(code) : code
	return link && resolveLink(link, { publicScan })
}
